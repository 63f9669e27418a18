import { Uri, workspace } from 'vscode';
import type { Session } from './session';

// These commands reply at once, and go on by themselves: VS Code can do nothing else until a command has replied.

/** Opens the map of the code base: its rooms, and who depends on whom. */
export async function showMap(session: Session): Promise<void> {
	await session.execute('docuquest.map', { show: true, background: true });
}

/**
 * Has a model make notes on the code base, or on the folder that was chosen. The server shows what that will cost and
 * asks before it begins.
 */
export async function annotate(session: Session, chosen: unknown): Promise<void> {
	if (!workspace.isTrusted) throw new Error('In Restricted Mode nothing is sent anywhere. Trust this folder to have a model make notes on it.');
	const uri = chosen instanceof Uri ? chosen.toString() : undefined;
	await session.execute('docuquest.annotate', { uri, background: true });
}

/** Has the making of notes wait, go on or end, or asks how far it is; the server reports what came of it. */
export function steerNotes(what: 'pause' | 'resume' | 'stop' | 'state'): (session: Session) => Promise<void> {
	return (session) => session.execute('docuquest.annotate', { do: what, background: true });
}
