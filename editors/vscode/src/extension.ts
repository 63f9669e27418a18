// DocuQuest for VS Code. The extension starts the language server and shows what it says; hover, definition,
// references and the documents of answers come through the client by themselves. What is searched and how it is
// answered is the server's alone.

import { type ExtensionContext, commands, workspace } from 'vscode';
import { askAboutSelection, askQuestion, researchQuestion, researchWithWeb } from './ask';
import { annotate, showMap, steerNotes } from './code';
import { explain } from './failure';
import { askedBefore, forgetAll, showHistory } from './history';
import { registerLinks } from './links';
import { PageView } from './page';
import { extendMarkdownIt } from './preview';
import { searchFiles } from './search';
import { Session } from './session';
import { indexAgain, showStatus, statusItem, stopAsking } from './status';
import { whyNotThisFile, whyThisAnswer } from './why';

let session: Session | undefined;

export function activate(context: ExtensionContext): { extendMarkdownIt: typeof extendMarkdownIt } {
	const opened = new Session(context.extensionPath);
	session = opened;
	const pages = new PageView(opened);
	// The server has commands of its own, docuquest.ask and others, which the client registers under their names.
	const actions: Record<string, (session: Session, argument: unknown) => Promise<void>> = {
		'docuquest.askQuestion': askQuestion,
		'docuquest.askSelection': askAboutSelection,
		'docuquest.researchQuestion': researchQuestion,
		'docuquest.researchWithWeb': researchWithWeb,
		'docuquest.searchFiles': searchFiles,
		'docuquest.stopAsking': stopAsking,
		'docuquest.showHistory': showHistory,
		'docuquest.askedBefore': askedBefore,
		'docuquest.forgetAll': forgetAll,
		'docuquest.whyThisAnswer': whyThisAnswer,
		'docuquest.whyNotThisFile': whyNotThisFile,
		'docuquest.showMap': showMap,
		'docuquest.annotateCode': annotate,
		'docuquest.pauseNotes': steerNotes('pause'),
		'docuquest.resumeNotes': steerNotes('resume'),
		'docuquest.stopNotes': steerNotes('stop'),
		'docuquest.showNotesProgress': steerNotes('state'),
		'docuquest.indexAgain': indexAgain,
		'docuquest.showStatus': showStatus,
		'docuquest.showPage': (_, text) => pages.show(text),
	};
	for (const [name, run] of Object.entries(actions)) {
		context.subscriptions.push(commands.registerCommand(name, (argument) => run(opened, argument).catch(explain)));
	}
	context.subscriptions.push(
		statusItem(opened),
		pages.register(),
		registerLinks(),
		workspace.onDidOpenTextDocument((document) => opened.refresh(document)),
		workspace.onDidGrantWorkspaceTrust(() => opened.restart()),
		workspace.onDidChangeConfiguration((change) => {
			if (change.affectsConfiguration('docuquest')) void opened.configure();
		}),
	);
	void opened.restart();
	return { extendMarkdownIt };
}

export const deactivate = (): Promise<void> | undefined => session?.end();
