import { Uri, window } from 'vscode';
import type { Session } from './session';

/** Opens how the answer that is shown came about. */
export async function whyThisAnswer(session: Session): Promise<void> {
	const answer = shownAnswer();
	if (answer === undefined) throw new Error('There is no answer here. Ask a question first.');
	await session.execute('docuquest.explain', { answer, show: true });
}

/**
 * Opens why a file is not in the answer that is shown, or where none is in that to a question the user is asked for.
 * The file is the one that was chosen, or else the one that is read.
 */
export async function whyNotThisFile(session: Session, chosen: unknown): Promise<void> {
	const file = chosen instanceof Uri ? chosen : window.activeTextEditor?.document.uri;
	if (file?.scheme !== 'file') throw new Error('Why not which file? Open it, or choose it in the explorer.');
	const answer = shownAnswer();
	const question = answer === undefined ? await missedBy(file) : undefined;
	if (answer === undefined && !question) return;
	await session.execute('docuquest.whyNot', { uri: file.toString(), answer, question, show: true });
}

/** The question in whose answer a file is missing, as the user types it. */
async function missedBy(file: Uri): Promise<string | undefined> {
	const name = file.path.slice(file.path.lastIndexOf('/') + 1);
	const box = { title: `Why is ${name} not in the answer?`, placeHolder: 'To which question?', ignoreFocusOut: true };
	return (await window.showInputBox(box))?.trim();
}

/** The id of the answer that is read, or else of one that is shown, itself or how it came about. */
function shownAnswer(): string | undefined {
	const editors = [window.activeTextEditor, ...window.visibleTextEditors];
	const ids = editors.map((editor) => {
		const uri = editor?.document.uri;
		return uri?.scheme === 'docuquest' ? /^\/(?:answers|explain)\/(\w+)(?:\/.*)?\.md$/.exec(uri.path)?.[1] : undefined;
	});
	return ids.find((id) => id !== undefined);
}
