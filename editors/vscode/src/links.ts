import { CancellationToken, Disposable, DocumentLink, type DocumentLinkProvider, type Hover, MarkdownString, Range } from 'vscode';
import { type TextDocument, Uri, commands, languages, window } from 'vscode';

/** The command that opens a document of the server's: VS Code follows no link of its scheme. */
const openCommand = 'docuquest.openDocument';

/** A link of Markdown to a document of the server's, as the server writes it. What only looks like one has a backslash. */
const markdownLink = /(?<!\\)\]\((docuquest:[^\s()]+)\)/g;

/** Makes links to documents of the server's work: those in hovers, and those in the documents themselves. */
export function registerLinks(): Disposable {
	return Disposable.from(
		commands.registerCommand(openCommand, open),
		languages.registerDocumentLinkProvider({ scheme: 'docuquest' }, new Links()),
	);
}

/** A hover whose links to documents of the server's run the one command that opens them. */
export function withLinks(hover: Hover | null | undefined): Hover | null | undefined {
	for (const content of hover?.contents ?? []) {
		if (!(content instanceof MarkdownString)) continue;
		content.value = content.value.replace(markdownLink, (_, address: string) => `](${commandOf(address)})`);
		content.isTrusted = { enabledCommands: [openCommand] };
	}
	return hover;
}

class Links implements DocumentLinkProvider {
	provideDocumentLinks(document: TextDocument, _token: CancellationToken): DocumentLink[] {
		return [...document.getText().matchAll(markdownLink)].map((match) => {
			const address = match[1] ?? '';
			const start = match.index + '](' .length;
			const range = new Range(document.positionAt(start), document.positionAt(start + address.length));
			return new DocumentLink(range, Uri.parse(commandOf(address)));
		});
	}
}

function commandOf(address: string): string {
	return `command:${openCommand}?${encodeURIComponent(JSON.stringify([address]))}`;
}

/** Opens a document at the line that a link names. Its page is in the query of a link, and in the fragment of a document. */
async function open(address: unknown): Promise<void> {
	const uri = Uri.parse(String(address), true);
	if (uri.scheme !== 'docuquest') return;
	const line = Math.max(0, Number(/^L(\d+)$/.exec(uri.fragment)?.[1] ?? 1) - 1);
	await window.showTextDocument(uri.with({ query: '', fragment: uri.query }), { selection: new Range(line, 0, line, 0) });
}
