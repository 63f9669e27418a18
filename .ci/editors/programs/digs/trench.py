"""A trench is sunk layer by layer."""

from ropes.winch import lower


def sink(layers):
    return [lower(layer) for layer in layers]
