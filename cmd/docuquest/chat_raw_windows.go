package main

import "golang.org/x/sys/windows"

// obeyEscapes has a console move its cursor as escape sequences say, until undo. Those of
// Windows before version 10 cannot.
func obeyEscapes(out int) (undo func(), err error) {
	console := windows.Handle(out)
	var before uint32
	if err := windows.GetConsoleMode(console, &before); err != nil {
		return nil, err
	}
	obeys := before | windows.ENABLE_PROCESSED_OUTPUT | windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING
	if err := windows.SetConsoleMode(console, obeys); err != nil {
		return nil, err
	}
	return func() { _ = windows.SetConsoleMode(console, before) }, nil
}

// stopJob does nothing: Windows stops no programs.
func stopJob() {}
