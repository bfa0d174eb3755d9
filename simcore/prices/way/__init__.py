"""The way past ice: what is there, every encounter, what each passage has cost."""
