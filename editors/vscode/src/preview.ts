import { posix } from 'node:path';
import { type TextDocument, Uri, workspace } from 'vscode';

// The preview of Markdown drops links to files, and passes on a click only where the address has no scheme; it is taken
// for one beside the document, or in the folder of the workspace. So those of documents of ours are written that way, and
// marks such as [1] become links to what they cite. Nothing changes in the previews of other documents.

/** What is needed here of markdown-it, which VS Code hands over. */
interface MarkdownIt {
	validateLink(address: string): boolean;
	core: { ruler: Record<'before', (rule: string, name: string, run: (state: State) => void) => void> };
}

interface State {
	src: string;
	tokens: Token[];
	Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

interface Token {
	type: string;
	content: string;
	level: number;
	children: Token[] | null;
	attrGet(name: string): string | null;
	attrSet(name: string, value: string): void;
}

/** A source at the end of an answer. */
const source = /^(\d+)\. \[(?:[^\]\\]|\\.)*\]\(([^\s()]+)\)/gm;

export function extendMarkdownIt(markdown: MarkdownIt): MarkdownIt {
	let ours: TextDocument | undefined;
	const validate = markdown.validateLink.bind(markdown);
	markdown.validateLink = (address) => (ours !== undefined && /^file:\/\/\//.test(address)) || validate(address);
	markdown.core.ruler.before('normalize', 'docuquest-document', (state) => {
		ours = workspace.textDocuments.find((document) => document.uri.scheme === 'docuquest' && document.getText() === state.src);
	});
	// The marks of the text come with it; an escaped one is joined to it later.
	markdown.core.ruler.before('text_join', 'docuquest-links', (state) => {
		if (ours === undefined) return;
		const sources = sourcesOf(state.src);
		for (const { children } of state.tokens) {
			if (children === null) continue;
			for (const token of children) relate(token, ours.uri);
			children.splice(0, children.length, ...children.flatMap((token) => withMarks(token, sources, state, ours!.uri)));
		}
	});
	return markdown;
}

/** What the numbers of an answer cite. */
function sourcesOf(text: string): Map<string, string> {
	const start = text.lastIndexOf('\n## Sources\n');
	const found = start < 0 ? [] : text.slice(start).matchAll(source);
	return new Map([...found].map((match) => [match[1] ?? '', match[2] ?? '']));
}

/** Gives a link an address that the preview follows. */
function relate(token: Token, from: Uri): void {
	const address = token.type === 'link_open' ? token.attrGet('href') : null;
	if (address !== null) token.attrSet('href', related(address, from));
}

function related(address: string, from: Uri): string {
	const { scheme, path, query, fragment } = Uri.parse(address);
	const escaped = (text: string) => text.split('/').map(encodeURIComponent).join('/');
	const line = fragment === '' ? '' : `#${fragment}`;
	if (scheme === 'docuquest') return escaped(posix.relative(posix.dirname(from.path), path) + (query === '' ? '' : `?${query}`)) + line;
	const folder = workspace.workspaceFolders?.[0]?.uri;
	if (scheme !== 'file' || folder === undefined) return address;
	return `/${escaped(posix.relative(folder.path, path))}${line}`;
}

/** The pieces of a text, in which each mark of a citation is a link. */
function withMarks(token: Token, sources: Map<string, string>, state: State, from: Uri): Token[] {
	if (token.type !== 'text' || sources.size === 0) return [token];
	const pieces: Token[] = [];
	const add = (type: string, tag: string, nesting: -1 | 0 | 1, content = '') => {
		const piece = new state.Token(type, tag, nesting);
		piece.content = content;
		piece.level = token.level + (nesting === 0 ? 0 : 1);
		pieces.push(piece);
		return piece;
	};
	for (const text of token.content.split(/(\[\d+\])/)) {
		const address = sources.get(text.slice(1, -1));
		if (address === undefined || !text.startsWith('[')) {
			if (text !== '') add('text', '', 0, text);
			continue;
		}
		add('link_open', 'a', 1).attrSet('href', related(address, from));
		add('text', '', 0, text);
		add('link_close', 'a', -1);
	}
	return pieces;
}
