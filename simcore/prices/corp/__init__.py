"""What the Corp's cards do on the way: ice as prices read it, the root, identities."""
