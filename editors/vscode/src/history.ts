import { type QuickInputButton, type QuickPickItem, ThemeIcon, Uri, window } from 'vscode';
import { explain } from './failure';
import type { PastQuestion } from './protocol';
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
	const pick = window.createQuickPick<Item>();
	pick.title = past.length === 0 ? 'Nothing is kept' : 'Questions that were answered';
	pick.items = past.map((one) => ({ past: one, label: one.question, description: new Date(one.time).toLocaleString(), buttons: [forget] }));
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
	if (picked) await window.showTextDocument(Uri.parse(`docuquest:/answers/${picked.past.id}.md`));
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
