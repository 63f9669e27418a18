// What both suites need. They run inside the extension host.
'use strict';
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

const { commands, window, workspace, Uri } = vscode;

/** Asks get until it gives something, and returns that. */
async function until(what, get, limit = 60_000) {
	const end = Date.now() + limit;
	for (;;) {
		const got = await get();
		if (got) return got;
		if (Date.now() > end) throw new Error(`no ${what} within ${limit / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
}

/** Does a task as one step and prints how it went. A later step is done even if this one failed. */
async function step(name, task) {
	try {
		await task();
		console.log(`STEP vscode ${name} ok`);
	} catch (error) {
		console.log(`STEP vscode ${name} failed ${String(error.message).replace(/\s+/g, ' ').slice(0, 300)}`);
		console.log(`NOTE ${error.stack}`);
	}
}

/** The reply of docuquest.status, or undefined while no server replies. */
async function status() {
	return commands.executeCommand('docuquest.status', {}).then((reply) => reply, () => undefined);
}

const uriOf = (name) => Uri.joinPath(workspace.workspaceFolders[0].uri, name);

/** Opens a file of the folder in an editor. */
async function open(name) {
	return window.showTextDocument(await workspace.openTextDocument(uriOf(name)), vscode.ViewColumn.One);
}

/** The place of a text in a document, its middle. */
function middle(document, text) {
	const at = document.getText().indexOf(text);
	assert.notStrictEqual(at, -1, `${text} stands in ${document.uri.path}`);
	return document.positionAt(at + Math.floor(text.length / 2));
}

/** What a hover shows at a place, as Markdown. */
async function hover(document, position) {
	const hovers = await commands.executeCommand('vscode.executeHoverProvider', document.uri, position);
	return hovers.flatMap((h) => h.contents.map((content) => content.value ?? content)).join('\n');
}

/**
 * Asks a question as a user does who has selected it in a text that is no file, by a command of the extension. The
 * promise ends with the question.
 */
async function askSelected(question = 'In what sites was gold or gems found?', command = 'docuquest.askSelection') {
	const document = await workspace.openTextDocument({ content: question });
	const editor = await window.showTextDocument(document, vscode.ViewColumn.One);
	editor.selection = new vscode.Selection(0, 0, 0, document.getText().length);
	assert.strictEqual(window.activeTextEditor?.document, document);
	return commands.executeCommand(command);
}

/**
 * Researches a question that is selected: the box that opens holds it, and it is accepted there. Resolves when its
 * document is shown, with that and a promise that ends with the question.
 */
async function researchSelected(question) {
	const answers = () => workspace.textDocuments.filter(({ uri }) => uri.path.startsWith('/answers/'));
	const earlier = new Set(answers());
	const asked = askSelected(question, 'docuquest.researchQuestion');
	const answer = await until('document of the research', async () => {
		await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
		return answers().find((document) => !earlier.has(document));
	});
	return { asked, answer };
}

/** The editor that shows an answer, or the one to a question. */
const answerEditor = (question = '') =>
	window.visibleTextEditors.find(
		({ document }) =>
			document.uri.scheme === 'docuquest' && document.uri.path.startsWith('/answers/') && document.getText().startsWith(`# ${question}`),
	);

/** Starts one of the models beside the suite; says(line) resolves when it has said the line. */
async function model(name, ...args) {
	const child = spawn(process.execPath, [join(__dirname, '../..', `${name}.mjs`), ...args], {
		stdio: ['ignore', 'pipe', 'ignore'],
		env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
	});
	const said = [];
	createInterface({ input: child.stdout }).on('line', (line) => said.push(line));
	const says = (start) => until(`«${start}» of the ${name}`, () => said.find((line) => line.startsWith(start)));
	const address = (await says('listening ')).split(' ')[1];
	return { address, says, end: () => child.kill() };
}

/** Starts a service that never answers. */
const slowModel = () => model('slowmodel');

/** Starts a service that waits in the middle of an answer; goOn() has it write the rest. */
async function growingModel() {
	const go = join(tmpdir(), `docuquest-go-${process.pid}`);
	return { ...(await model('growingmodel', go)), goOn: () => writeFileSync(go, '') };
}

module.exports = {
	answerEditor, askSelected, growingModel, hover, middle, open, researchSelected, slowModel, status, step, until, uriOf,
};
