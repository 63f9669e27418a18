import { type QuickInputButton, type QuickPickItem, ThemeIcon, Uri, window, workspace } from 'vscode';
import { selectedText, startingWith } from './ask';
import { explain } from './failure';
import type { PastQuestion, Remembered } from './protocol';
import type { Session } from './session';

/** How long a short message stays in the status bar, in milliseconds. */
const shortly = 5000;

const forget: QuickInputButton = { iconPath: new ThemeIcon('trash'), tooltip: 'Forget this answer' };

interface Item extends QuickPickItem {
	past: PastQuestion;
}

/** Lists the questions whose answers are kept, opens the one that is picked, and forgets those that are struck out. */
export async function showHistory(session: Session): Promise<void> {
	const past = await session.execute<PastQuestion[]>('docuquest.history', {});
	await pickOne(session, past.length === 0 ? 'Nothing was asked of this folder' : 'Questions that this folder was asked', past.map(itemOf));
}

/** Lists the earlier questions that are like the selected one, or like one that the user types. */
export async function askedBefore(session: Session): Promise<void> {
	const box = { title: 'Have I asked this before?', placeHolder: 'What do you want to know?', ignoreFocusOut: true };
	const like = (await window.showInputBox({ ...box, ...startingWith(selectedText()) }))?.trim();
	if (!like) return;
	const before = await session.execute<Remembered[]>('docuquest.history', { like });
	await pickOne(session, before.length === 0 ? 'No earlier question is like this one' : 'Earlier questions that are like this one', before.map((one) => ({
		...itemOf(one),
		detail: one.elsewhere ? 'of another folder, not looked up' : `${one.says} (${standing(one)})`,
	})));
}

const itemOf = (past: PastQuestion): Item => ({
	past,
	label: past.question,
	description: new Date(past.time).toLocaleString(),
	buttons: [forget],
});

/** Whether the citations of an earlier answer still hold, in a few words. */
function standing({ standing: { cited, ok } }: Remembered): string {
	if (cited === 0) return 'no citations';
	return ok === cited ? 'its citations hold' : `${ok} of ${cited} citations hold`;
}

/** Opens the answer that is picked, and forgets those that are struck out. */
async function pickOne(session: Session, title: string, items: Item[]): Promise<void> {
	const pick = window.createQuickPick<Item>();
	pick.title = title;
	pick.items = items;
	pick.onDidTriggerItemButton(({ item }) => {
		forgetAnswer(session, item.past.id)
			.then(() => (pick.items = pick.items.filter((other) => other !== item)))
			.catch(explain);
	});
	const picked = await new Promise<Item | undefined>((resolve) => {
		pick.onDidAccept(() => resolve(pick.activeItems[0]));
		pick.onDidHide(() => resolve(undefined));
		pick.show();
	});
	pick.dispose();
	if (picked) await window.showTextDocument(documentOf(picked.past));
}

/** The address of an answer: the one that is open, or else one whose end names the tab. */
function documentOf({ id, question }: PastQuestion): Uri {
	const start = `/answers/${id}/`;
	const open = workspace.textDocuments.find(({ uri }) => uri.scheme === 'docuquest' && uri.path.startsWith(start));
	const title = [...question.replace(/[\s/\\]+/g, ' ')].slice(0, 80).join(''); // whole characters, which an address needs
	return open?.uri ?? Uri.from({ scheme: 'docuquest', path: `${start}${title}.md` });
}

async function forgetAnswer(session: Session, answer: string): Promise<void> {
	await session.execute('docuquest.forget', { answer });
}

/** Removes all answers and conversations that are kept, once the user has said so. */
export async function forgetAll(session: Session): Promise<void> {
	const yes = 'Forget All';
	const question = 'Remove every answer and every conversation that DocuQuest keeps? Nothing brings them back.';
	if ((await window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
	const { forgotten } = await session.execute<{ forgotten: number }>('docuquest.forget', { all: true });
	window.setStatusBarMessage(`DocuQuest: ${forgotten} answer${forgotten === 1 ? '' : 's'} forgotten`, shortly);
}
