"""A trench is sunk layer by layer, as ropes/winch.py:4 lets things down."""

from ropes.winch import lower


def sink(layers):
    return [lower(layer) for layer in layers]
