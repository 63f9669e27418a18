import { CancellationError, window } from 'vscode';
import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageclient/node';

/** The server ended before it replied. */
export function isServerGone(error: unknown): boolean {
	return hasCode(error, ErrorCodes.PendingResponseRejected, ErrorCodes.ConnectionInactive);
}

/** Tells the user what went wrong; that they themselves ended something is no news. */
export function explain(error: unknown): void {
	if (error instanceof CancellationError || hasCode(error, LSPErrorCodes.RequestCancelled, LSPErrorCodes.ServerCancelled)) return;
	const reason = error instanceof Error ? error.message : String(error);
	void window.showErrorMessage(`DocuQuest: ${isServerGone(error) ? 'the server ended before it replied' : reason}`);
}

function hasCode(error: unknown, ...codes: number[]): boolean {
	return error instanceof ResponseError && codes.includes(error.code);
}
