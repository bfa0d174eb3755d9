"""simcore: the odds of Netrunner runs."""
