import { CancellationError, type CancellationToken, EventEmitter, Uri, window } from 'vscode';
import { type Tab, TabInputText, type TextDocument, ViewColumn } from 'vscode';
import { CloseAction, ErrorAction, type ErrorHandler, ExecuteCommandRequest, LanguageClient } from 'vscode-languageclient/node';
import { type Middleware, RevealOutputChannelOn, State, TextDocumentContentRequest } from 'vscode-languageclient/node';
import { TransportKind, WorkDoneProgress } from 'vscode-languageclient/node';
import { withLinks } from './links';
import { NoProgram, findProgram, tellNoProgram } from './program';
import type { IndexState, LiveSettings } from './protocol';
import { isEnabled, outlinedLanguages, serverSettings, startSettings } from './settings';

/** A server that ends so often within so many milliseconds is not started again. */
const tooOften = { ends: 5, within: 3 * 60 * 1000 };

/** What is known of the server: how much it has indexed, or why it says nothing. */
export type ServerState = IndexState | 'starting' | 'stopped' | 'off';

/** How one call of a command is shown and ended. */
export interface CallOptions {
	token?: CancellationToken;
	/** Hears what the server is doing, in the user's words. */
	onProgress?: (message: string) => void;
}

/** The server as long as the window is open, through all its restarts. */
export class Session {
	private client: LanguageClient | undefined;
	/** The newest start or end of the server; they happen one after the other. */
	private turn: Promise<void> = Promise.resolve();
	/** What the server was started with. */
	private began: Record<string, string> = {};
	/** What it works with now. */
	private settings: Record<string, string> = {};
	private calls = 0;
	private readonly changes = new EventEmitter<ServerState>();
	readonly onDidChange = this.changes.event;

	constructor(private readonly extensionPath: string) {}

	/**
	 * Asks the server for the text of a document of its own that was just opened. VS Code drops what it gets of a
	 * document while it opens it, and an answer that was complete by then would never be seen.
	 */
	refresh({ uri }: TextDocument): void {
		const providers = this.client?.getFeature(TextDocumentContentRequest.method)?.getProviders() ?? [];
		for (const { scheme, onDidChangeEmitter } of providers) if (scheme === uri.scheme) onDidChangeEmitter.fire(uri);
	}

	/** Starts the server, or starts it again, with the settings as they are now. The user sees failures. */
	restart(): Promise<void> {
		return this.inTurn(async () => {
			await this.stop();
			await this.start();
		});
	}

	/**
	 * Has changed settings count: the server is sent those that may change in a session, and is started again, which
	 * reads all files, only for others.
	 */
	configure(): Promise<void> {
		return this.inTurn(async () => {
			const [before, now] = [this.settings, startSettings()];
			const changed = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
			if (changed.length === 0) return;
			const live = this.live();
			if (this.client?.state === State.Running && changed.every((name) => this.mayBecome(live[name], name, now[name]))) {
				this.settings = now;
				const docuquest = Object.fromEntries(Object.entries(now).filter(([name]) => name in live));
				await this.client.sendNotification('workspace/didChangeConfiguration', { settings: { docuquest } });
				return;
			}
			await this.stop();
			await this.start();
		});
	}

	/** How each setting may change in a session, as the server says: to "any" value, or to this one and back. */
	private live(): Record<string, string> {
		const said = this.client?.initializeResult?.capabilities.experimental as { docuquest?: LiveSettings } | undefined;
		return said?.docuquest?.live ?? {};
	}

	/** Whether a setting may have a value in this session. One that is left out is as the session began with it. */
	private mayBecome(live: string | undefined, name: string, value: string | undefined): boolean {
		if (live === undefined || value === this.began[name]) return live !== undefined;
		return value !== undefined && (live === 'any' || live === value);
	}

	/** Ends the server for good. */
	end(): Promise<void> {
		return this.inTurn(() => this.stop());
	}

	/**
	 * Runs a command of the server, which is started if it is not there. The error is a CancellationError if there is
	 * no server, which the user then saw.
	 */
	async execute<Reply>(command: string, argument: object, options: CallOptions = {}): Promise<Reply> {
		const client = await this.running();
		const workDoneToken = `docuquest-vscode/${++this.calls}`;
		const progress = client.onProgress(WorkDoneProgress.type, workDoneToken, (step) => {
			if (step.kind !== 'end' && step.message !== undefined) options.onProgress?.(step.message);
		});
		const call = { command, arguments: [argument], workDoneToken };
		try {
			return await client.sendRequest(ExecuteCommandRequest.type, call, options.token);
		} finally {
			progress.dispose();
		}
	}

	/** Sends a request of the server's own, which is started if it is not there. Errors are as those of execute. */
	async request<Reply>(method: string, params: object): Promise<Reply> {
		return (await this.running()).sendRequest<Reply>(method, params);
	}

	private async running(): Promise<LanguageClient> {
		await this.turn;
		if (!isEnabled()) throw new Error('it is turned off here, by the setting docuquest.enable.');
		const state = this.client?.state ?? State.Stopped;
		if (state === State.Stopped || state === State.StartFailed) await this.restart();
		if (this.client === undefined) throw new CancellationError();
		return this.client;
	}

	private inTurn(task: () => Promise<void>): Promise<void> {
		this.turn = this.turn.then(task);
		return this.turn;
	}

	private async start(): Promise<void> {
		this.settings = startSettings();
		if (!isEnabled()) return this.changes.fire('off');
		try {
			const client = this.newClient(findProgram(this.extensionPath));
			this.client = client;
			await client.start();
		} catch (error) {
			this.changes.fire('stopped');
			if (error instanceof NoProgram) void tellNoProgram(error, () => this.restart());
			// Any other failure of the start was shown by the client.
		}
	}

	private async stop(): Promise<void> {
		const client = this.client;
		this.client = undefined;
		await client?.dispose().catch(() => undefined); // One that never started cannot be ended.
	}

	private newClient(command: string): LanguageClient {
		const server = { command, args: ['lsp'], transport: TransportKind.stdio };
		const client = new LanguageClient('docuquest', 'DocuQuest', server, {
			documentSelector: [{ scheme: 'file' }, { scheme: 'docuquest' }],
			initializationOptions: () => {
				this.began = this.settings = startSettings(); // also where it ended by itself and is started again
				return { ...serverSettings(), status: true, titles: true, outlined: outlinedLanguages };
			},
			revealOutputChannelOn: RevealOutputChannelOn.Never,
			errorHandler: new Revival(),
			middleware: {
				window: { showDocument },
				provideHover: async (document, position, token, next) => withLinks(await next(document, position, token)),
			},
		});
		client.onNotification('docuquest/status', (state: IndexState) => this.changes.fire(state));
		client.onDidChangeState(({ newState }) => {
			if (newState !== State.Running) this.changes.fire(newState === State.Starting ? 'starting' : 'stopped');
		});
		return client;
	}
}

/** Starts the server again when it ends by itself, unless it does so again and again. */
class Revival implements ErrorHandler {
	private ends: number[] = [];

	/** A broken pipe needs no word: the end of the server follows. */
	error = () => ({ action: ErrorAction.Continue, handled: true });

	closed() {
		const now = Date.now();
		this.ends = [...this.ends.filter((end) => now - end < tooOften.within), now];
		if (this.ends.length < tooOften.ends) return { action: CloseAction.Restart, handled: true };
		const message = 'DocuQuest: the server ended again and again, and is left alone. The next command starts it.';
		return { action: CloseAction.DoNotRestart, message };
	}
}

/** Opens a document of the server's: an answer beside what the user works on, or where an answer is open already. */
const showDocument: NonNullable<NonNullable<Middleware['window']>['showDocument']> = async (params, token, next) => {
	const uri = Uri.parse(params.uri);
	if (uri.scheme !== 'docuquest') return next(params, token);
	const isAnswer = ({ input }: Tab) => input instanceof TabInputText && input.uri.scheme === uri.scheme;
	const viewColumn = window.tabGroups.all.find(({ tabs }) => tabs.some(isAnswer))?.viewColumn ?? ViewColumn.Beside;
	await window.showTextDocument(uri, { viewColumn, preserveFocus: params.takeFocus !== true, preview: false });
	return { success: true };
};
