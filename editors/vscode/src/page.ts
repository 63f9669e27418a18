import { CodeLens, type CodeLensProvider, Disposable, type Location, type LocationLink, Range, type TextEditor } from 'vscode';
import { type TextDocument, Uri, ViewColumn, type WebviewPanel, commands, languages, window } from 'vscode';
import { randomUUID } from 'node:crypto';
import type { Page } from './protocol';
import type { Session } from './session';

/** Shows pages of PDFs as pictures, beside the texts of pages that the server serves as documents. */
export class PageView implements CodeLensProvider {
	private panel: WebviewPanel | undefined;
	/** The id of the answer that was looked at last: what it cites is marked. */
	private answer = '';

	constructor(private readonly session: Session) {}

	/** Offers the picture above the text of each page, and notices which answer is read. */
	register(): Disposable {
		this.notice(window.activeTextEditor);
		return Disposable.from(
			languages.registerCodeLensProvider({ scheme: 'docuquest' }, this),
			window.onDidChangeActiveTextEditor((editor) => this.notice(editor)),
			{ dispose: () => this.panel?.dispose() },
		);
	}

	provideCodeLenses({ uri }: TextDocument): CodeLens[] {
		if (!isPage(uri)) return [];
		const command = { title: '$(file-media) Show this page', command: 'docuquest.showPage', arguments: [uri] };
		return [new CodeLens(new Range(0, 0, 0, 0), command)];
	}

	/** Shows the page of a text, or else the one that is read or cited at the cursor. */
	async show(text?: unknown): Promise<void> {
		const uri = text instanceof Uri ? text : await pageAtCursor();
		if (uri === undefined || !isPage(uri)) {
			throw new Error('There is no page here. Put the cursor on a citation into a PDF, or open the text of its page.');
		}
		const shown = await this.session.request<Page>('docuquest/page', { uri: uri.toString(), answer: this.answer });
		this.panel ??= this.newPanel();
		this.panel.title = `${shown.path.slice(shown.path.lastIndexOf('/') + 1)}, page ${shown.page}`;
		this.panel.webview.html = picture(shown);
		this.panel.reveal(undefined, true);
	}

	private newPanel(): WebviewPanel {
		const place = { viewColumn: ViewColumn.Beside, preserveFocus: true };
		const panel = window.createWebviewPanel('docuquest.page', '', place, { localResourceRoots: [] });
		panel.onDidDispose(() => (this.panel = undefined));
		return panel;
	}

	private notice(editor: TextEditor | undefined): void {
		const uri = editor?.document.uri;
		if (uri?.scheme === 'docuquest') this.answer = /^\/answers\/(\w+)(?:\/.*)?\.md$/.exec(uri.path)?.[1] ?? this.answer;
	}
}

/** Whether a document is the text of a page: docuquest:/text/report.pdf#p=12, or ?p=12 where the preview opened it. */
function isPage({ scheme, path, query, fragment }: Uri): boolean {
	return scheme === 'docuquest' && path.startsWith('/text/') && (/^p=\d+/.test(query || fragment) || /\?p=\d+$/.test(path));
}

async function pageAtCursor(): Promise<Uri | undefined> {
	const editor = window.activeTextEditor;
	if (editor === undefined || isPage(editor.document.uri)) return editor?.document.uri;
	const [cited] = await commands.executeCommand<(Location | LocationLink)[]>(
		'vscode.executeDefinitionProvider', editor.document.uri, editor.selection.active,
	);
	return cited && ('targetUri' in cited ? cited.targetUri : cited.uri);
}

/** The picture and nothing else: no script runs, and nothing is loaded. */
function picture({ page, png }: Page): string {
	const nonce = randomUUID();
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">body { margin: 0; padding: 0 } img { display: block; width: 100%; background: white }</style>
</head>
<body><img src="data:image/png;base64,${png}" alt="Page ${page}"></body>
</html>`;
}
