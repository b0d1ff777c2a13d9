"""Learning, for development only: the renderer, the trainer and the film maker."""
