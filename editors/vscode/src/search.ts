import { type CancellationToken, CancellationTokenSource, type Disposable, Range, Uri, window } from 'vscode';
import type { QuickPick, QuickPickItem } from 'vscode';
import { explain } from './failure';
import type { Hit, SearchReply } from './protocol';
import type { Session } from './session';

/** How many passages are shown. */
const limit = 30;
/** How long typing must rest before it is searched for, in milliseconds. */
const rest = 150;

interface Item extends QuickPickItem {
	hit?: Hit;
}

/** Searches while the user types, and goes to the passage that is picked. */
export async function searchFiles(session: Session): Promise<void> {
	const pick = window.createQuickPick<Item>();
	pick.title = 'Search your files';
	pick.placeholder = 'Words of the passage';
	const typing = searchTyped(session, pick);
	const picked = await new Promise<Hit | undefined>((resolve) => {
		pick.onDidAccept(() => pick.activeItems[0]?.hit && resolve(pick.activeItems[0].hit));
		pick.onDidHide(() => resolve(undefined));
		pick.show();
	});
	typing.dispose();
	pick.dispose();
	if (picked === undefined) return;
	const { start, end } = picked.range;
	const selection = new Range(start.line, start.character, end.line, end.character);
	await window.showTextDocument(Uri.parse(picked.uri), { selection });
}

/** Searches for what is typed whenever typing rests. A search ends when the next one begins or the result is disposed. */
function searchTyped(session: Session, pick: QuickPick<Item>): Disposable {
	let timer: NodeJS.Timeout | undefined;
	let newest = new CancellationTokenSource();
	const stop = () => {
		clearTimeout(timer);
		newest.cancel();
	};
	pick.onDidChangeValue((typed) => {
		stop();
		newest = new CancellationTokenSource();
		timer = setTimeout(() => void show(session, pick, typed.trim(), newest.token).catch(explain), rest);
	});
	return { dispose: stop };
}

async function show(session: Session, pick: QuickPick<Item>, query: string, token: CancellationToken): Promise<void> {
	pick.busy = true;
	try {
		const search = () => session.execute<SearchReply>('docuquest.search', { query, limit }, { token });
		const items = query === '' ? [] : itemsOf(await search());
		if (!token.isCancellationRequested) pick.items = items;
	} finally {
		if (!token.isCancellationRequested) pick.busy = false;
	}
}

// The server has found them: they are shown whatever VS Code's own filter would say.
function itemsOf(found: SearchReply): Item[] {
	if (found.hits.length === 0) return [{ label: 'Nothing was found', detail: found.missing.join(', '), alwaysShow: true }];
	return found.hits.map((hit) => ({
		label: `${hit.path}:${hit.range.start.line + 1}`,
		description: hit.titles.join(' › '),
		detail: hit.text.replace(/\s+/g, ' ').slice(0, 300),
		alwaysShow: true,
		hit,
	}));
}
