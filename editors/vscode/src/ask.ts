import { type InputBoxOptions, ProgressLocation, window, workspace } from 'vscode';
import { isServerGone } from './failure';
import type { Session } from './session';

/** How much of a question its progress shows, in characters. */
const titleLength = 80;

/** How a question is answered: by which command of the server, and with what besides the question. */
interface Way {
	command: 'docuquest.ask' | 'docuquest.research';
	/** Whether the web is searched, too; as the user's config.toml says where this does not. */
	web?: boolean;
}

export async function askQuestion(session: Session): Promise<void> {
	const box = {
		title: 'Ask your files',
		placeHolder: 'What do you want to know?',
		prompt: 'in:docs limits the files; way:prose, way:code, way:keys, way:tables or way:counts chooses how it is answered.',
	};
	await askFor(session, { command: 'docuquest.ask' }, box);
}

/** Asks the selected question, or lets the user make one of what is selected. */
export async function askAboutSelection(session: Session): Promise<void> {
	const way: Way = { command: 'docuquest.ask' };
	const selected = selectedText();
	if (selected.endsWith('?')) return ask(session, way, selected);
	await askFor(session, way, { title: 'Ask about the selection', ...startingWith(selected) });
}

/** Answers a question that takes several searches. What is selected is a start of it. In Restricted Mode nothing is sent. */
export async function researchQuestion(session: Session): Promise<void> {
	const way: Way = { command: 'docuquest.research', ...(workspace.isTrusted ? {} : { web: false }) };
	const box = { title: 'Research your files', placeHolder: 'What takes several searches to find out?' };
	await askFor(session, way, { ...box, ...startingWith(selectedText()) });
}

/** The same, and the web is searched, too, for this one question. */
export async function researchWithWeb(session: Session): Promise<void> {
	if (!workspace.isTrusted) throw new Error('In Restricted Mode nothing is sent anywhere. Trust this folder to search the web.');
	await askFor(session, { command: 'docuquest.research', web: true }, {
		title: 'Research your files and the web',
		prompt: 'For this one question the web is searched, too. What it is asked may hold names out of your files, and no sentences.',
		...startingWith(selectedText()),
	});
}

/** What is selected, on one line. */
export function selectedText(): string {
	const editor = window.activeTextEditor;
	return editor?.document.getText(editor.selection).replace(/\s+/g, ' ').trim() ?? '';
}

/** What an input box holds at first, with the cursor behind it. */
export function startingWith(value: string): InputBoxOptions {
	return { value, valueSelection: [value.length, value.length] };
}

async function askFor(session: Session, way: Way, box: InputBoxOptions): Promise<void> {
	const question = (await window.showInputBox({ ...box, ignoreFocusOut: true }))?.trim();
	if (question) await ask(session, way, question);
}

/** Asks; the server shows the answer as a document that grows. */
async function ask(session: Session, way: Way, question: string): Promise<void> {
	const { command, ...options } = way;
	const title = question.length <= titleLength ? question : `${question.slice(0, titleLength)}…`;
	const place = { location: ProgressLocation.Notification, title, cancellable: true };
	try {
		await window.withProgress(place, (progress, token) => {
			const onProgress = (message: string) => progress.report({ message });
			return session.execute(command, { question, show: true, ...options }, { token, onProgress });
		});
	} catch (error) {
		if (!isServerGone(error)) throw error;
		const again = 'Ask Again';
		const problem = 'DocuQuest: the server ended before it answered, and is started again.';
		if ((await window.showErrorMessage(problem, again)) === again) await ask(session, way, question);
	}
}
