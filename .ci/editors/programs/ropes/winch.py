"""A winch lets things down."""


def lower(ells):
    return -ells
