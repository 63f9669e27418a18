import { Disposable, ProgressLocation, type QuickPickItem, QuickPickItemKind } from 'vscode';
import { StatusBarAlignment, commands, window } from 'vscode';
import type { Status } from './protocol';
import type { ServerState, Session } from './session';

/** How long a short message stays in the status bar, in milliseconds. */
const shortly = 5000;

/** Shows in the status bar how many files are indexed. */
export function statusItem(session: Session): Disposable {
	const item = window.createStatusBarItem('docuquest.status', StatusBarAlignment.Right);
	const show = (state: ServerState) => Object.assign(item, appearance(state));
	item.name = 'DocuQuest';
	item.command = 'docuquest.showStatus';
	show('starting').show();
	return Disposable.from(item, session.onDidChange(show));
}

function appearance(state: ServerState): { text: string; tooltip: string } {
	if (state === 'starting') return { text: '$(sync~spin) DocuQuest', tooltip: 'DocuQuest is starting' };
	if (state === 'stopped') return { text: '$(warning) DocuQuest', tooltip: 'DocuQuest is not running; click to start it' };
	if (state === 'off') return { text: '$(circle-slash) DocuQuest', tooltip: 'DocuQuest is turned off here, by the setting docuquest.enable' };
	if (state.complete) return { text: `$(book) ${count(state.files, 'file')}`, tooltip: 'Files that DocuQuest has indexed' };
	return { text: `$(sync~spin) ${state.files}/${state.of} files`, tooltip: 'DocuQuest is reading files' };
}

interface Item extends QuickPickItem {
	run?: () => unknown;
}

/** Shows what is indexed, what is left out, and who writes the answers. */
export async function showStatus(session: Session): Promise<void> {
	const status = await session.execute<Status>('docuquest.status', {});
	const { files, of, complete, skipped, model, writer } = status;
	const reasons = Object.entries(skipped.reasons ?? {}).map(([reason, n]) => `${reason}: ${n}`);
	const items: Item[] = [
		{ label: `$(book) ${files} of ${count(of, 'file')} indexed`, description: complete ? '' : 'reading goes on' },
		{ label: `$(circle-slash) ${skipped.count || 'None'} left out`, description: reasons.join(', ') },
		model === ''
			? { label: '$(quote) Answers are taken from the text of your files', description: 'no model is used' }
			: { label: `$(sparkle) ${model}`, description: `writer: ${writer || 'by default'}` },
		{ label: '', kind: QuickPickItemKind.Separator },
		{ label: '$(refresh) Index Again', run: () => indexAgain(session) },
		{ label: '$(gear) Settings', run: () => commands.executeCommand('workbench.action.openSettings', '@ext:docuquest.docuquest') },
	];
	const picked = await window.showQuickPick(items, { title: `DocuQuest ${status.version}` });
	await picked?.run?.();
}

/** Reads all files again. */
export async function indexAgain(session: Session): Promise<void> {
	const place = { location: ProgressLocation.Window, title: 'DocuQuest: reading files' };
	const { files } = await window.withProgress(place, () => session.execute<{ files: number }>('docuquest.reindex', {}));
	window.setStatusBarMessage(`DocuQuest: ${count(files, 'file')} indexed`, shortly);
}

/** Ends all questions that are under way. */
export async function stopAsking(session: Session): Promise<void> {
	const { stopped } = await session.execute<{ stopped: number }>('docuquest.stop', {});
	window.setStatusBarMessage(`DocuQuest: ${count(stopped, 'question')} stopped`, shortly);
}

function count(n: number, one: string): string {
	return `${n} ${one}${n === 1 ? '' : 's'}`;
}
