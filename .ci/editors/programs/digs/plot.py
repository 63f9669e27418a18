"""A plot of a dig, below one root_path."""


class Plot:
    def __init__(self, root_path: str) -> None:
        self.root_path = root_path

    def sheet(self, name: str) -> str:
        return self.root_path + name  # not another root_path

    def all(self) -> list[str]:
        return [self.root_path]
