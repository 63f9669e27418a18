import { ProgressLocation, window } from 'vscode';
import { isServerGone } from './failure';
import type { Session } from './session';

/** How much of a question its progress shows, in characters. */
const titleLength = 80;

export async function askQuestion(session: Session): Promise<void> {
	await askFor(session, { title: 'Ask your files', placeHolder: 'What do you want to know?' });
}

/** Asks the selected question, or lets the user make one of what is selected. */
export async function askAboutSelection(session: Session): Promise<void> {
	const editor = window.activeTextEditor;
	const selected = editor?.document.getText(editor.selection).replace(/\s+/g, ' ').trim() ?? '';
	if (selected.endsWith('?')) return ask(session, selected);
	const end = selected.length;
	await askFor(session, { title: 'Ask about the selection', value: selected, valueSelection: [end, end] });
}

async function askFor(session: Session, box: Parameters<typeof window.showInputBox>[0]): Promise<void> {
	const question = (await window.showInputBox({ ...box, ignoreFocusOut: true }))?.trim();
	if (question) await ask(session, question);
}

/** Asks; the server shows the answer as a document that grows. */
async function ask(session: Session, question: string): Promise<void> {
	const title = question.length <= titleLength ? question : `${question.slice(0, titleLength)}…`;
	const place = { location: ProgressLocation.Notification, title, cancellable: true };
	try {
		await window.withProgress(place, (progress, token) => {
			const onProgress = (message: string) => progress.report({ message });
			return session.execute('docuquest.ask', { question, show: true }, { token, onProgress });
		});
	} catch (error) {
		if (!isServerGone(error)) throw error;
		const again = 'Ask Again';
		const problem = 'DocuQuest: the server ended before it answered, and is started again.';
		if ((await window.showErrorMessage(problem, again)) === again) await ask(session, question);
	}
}
