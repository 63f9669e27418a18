import { type WorkspaceConfiguration, workspace } from 'vscode';

/** The user's own value of a setting. What a workspace says never counts, whatever the scope of the setting. */
function own(config: WorkspaceConfiguration, name: string): string {
	const value: unknown = config.inspect(name)?.globalValue;
	return typeof value === 'string' ? value.trim() : '';
}

/** The value of a setting that a workspace may choose for itself. */
function chosen(config: WorkspaceConfiguration, name: string): string {
	const value: unknown = config.get(name);
	return typeof value === 'string' ? value.trim() : '';
}

/** Whether DocuQuest is to run in this window. */
export function isEnabled(): boolean {
	return workspace.getConfiguration('docuquest').get('enable') !== false;
}

/** The languages that VS Code outlines with what is built in. */
export const outlinedLanguages = ['markdown', 'json', 'jsonc', 'html'];

/** Where the user says the server lies, '' if he does not. */
export function serverPath(): string {
	return own(workspace.getConfiguration('docuquest'), 'serverPath');
}

/**
 * The settings for the server, by the names of `docuquest help settings`. One that is not set stays out, so that the
 * server's own configuration counts.
 *
 * In Restricted Mode every model is taken away, even one of the server's own configuration: a folder that is not
 * trusted is searched, and its text goes nowhere.
 */
export function serverSettings(): Record<string, string> {
	const config = workspace.getConfiguration('docuquest');
	const settings: Record<string, string> = {
		retrieval: ['ranked', 'boolean'].find((mode) => mode === config.get('retrieval')) ?? '',
		writer: writer(config),
		hover: own(config, 'hover'),
		check_citations: own(config, 'checkCitations'),
		languages: chosen(config, 'languages'),
		symbols: chosen(config, 'symbols'),
		hover_words: ['prose', 'all', 'off'].find((where) => where === config.get('hoverWords')) ?? '',
		base_url: own(config, 'baseUrl'),
		model: own(config, 'model'),
		terms_model: own(config, 'termsModel'),
		api_key: own(config, 'apiKey'),
	};
	const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
	if (workspace.isTrusted) return given;
	return {
		...given, writer: 'extractive', hover: 'text',
		base_url: '', model: '', terms_model: '', api_key: '',
		embed_url: '', embed_model: '', rerank_url: '', reranker: 'lexical',
	};
}

/** All settings that a server was or would be started with. */
export function startSettings(): Record<string, string> {
	return { ...serverSettings(), serverPath: serverPath(), enable: String(isEnabled()) };
}

/** Who writes answers. A workspace may turn the sending of text off, and not on. */
function writer(config: WorkspaceConfiguration): string {
	const chosen = config.inspect<string>('writer');
	const inWorkspace = chosen?.workspaceFolderValue ?? chosen?.workspaceValue;
	return inWorkspace === 'extractive' ? inWorkspace : own(config, 'writer');
}
