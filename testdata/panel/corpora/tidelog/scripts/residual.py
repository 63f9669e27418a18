"""Prints the residuals of one gauge: levels less predictions."""

import csv
import sys

DEFAULT_LIMIT = 0.9


def residuals(levels, predictions):
    """Yield the time and the residual of each level that has a prediction.

    Levels without one are skipped, since a prediction of zero would look like a storm.
    """
    for time, level in levels:
        if time in predictions:
            yield time, level - predictions[time]


def is_alarm(values, limit=DEFAULT_LIMIT):
    """Report whether three values in a row are beyond the limit."""
    row = 0
    for value in values:
        row = row + 1 if abs(value) > limit else 0
        if row == 3:
            return True
    return False


def main(path):
    with open(path, newline="") as f:
        levels = [(row["time"], float(row["level"])) for row in csv.DictReader(f)]
    print(is_alarm(value for _, value in residuals(levels, {})))


if __name__ == "__main__":
    main(sys.argv[1])
