"""What cards of the rig do on the way through ice, beside breaking it."""
