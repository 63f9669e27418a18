// The steps through VS Code's own API, inside the extension host of a window on a copy of testdata/sites.
'use strict';
const assert = require('node:assert');
const { readFileSync, readdirSync } = require('node:fs');
const vscode = require('vscode');
const {
	answerEditor, askSelected, growingModel, hover, middle, open, researchSelected, slowModel, status, step, until, uriOf,
} = require('./help');

const { commands, window, workspace, ConfigurationTarget } = vscode;

/** The process of the server: a child of this one. */
function serverProcess() {
	for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		try {
			const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
			const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
			if (command[1] === 'lsp' && command[0].endsWith('/docuquest') && Number(parent) === process.pid) return Number(pid);
		} catch {
			// It ended while it was looked at.
		}
	}
	return undefined;
}

/** Sets a setting of the user and waits until the server works with it. */
async function useModel(address) {
	await workspace.getConfiguration('docuquest').update('baseUrl', address, ConfigurationTarget.Global);
	const wanted = address !== undefined;
	await until('server with the new settings', async () => {
		const now = await status();
		return now?.complete && (now.model !== '') === wanted;
	});
}

/** Where the mark of a citation stands in an answer, by default of the first. */
function markIn(document, number = 1) {
	const at = document.getText().indexOf(`[${number}]`);
	assert.notStrictEqual(at, -1, `a citation in: ${document.getText()}`);
	return document.positionAt(at + 1);
}

async function start() {
	const extension = vscode.extensions.getExtension('docuquest.docuquest');
	assert.ok(extension, 'the extension is installed');
	await extension.activate();
	const entries = readdirSync(uriOf('.').fsPath, { withFileTypes: true, recursive: true });
	const files = entries.filter((entry) => entry.isFile()).length;
	const patience = 90_000; // what reads PDFs is compiled first, once for the machine
	const now = await until('index', async () => {
		const now = await status();
		return now?.complete && now;
	}, patience);
	assert.strictEqual(now.files, files);
	assert.strictEqual(now.model, '', 'a workspace has no say in models');
}

async function hoverWord() {
	const { document } = await open('halrun_barrow.txt');
	const shown = await hover(document, middle(document, 'gold'));
	assert.match(shown, /\*\*gold\*\* occurs at \d+ places in \d+ documents/);
	assert.match(shown, /\]\(file:\/\/\/.*\.txt#L\d+\)/);
}

async function hoverQuestion() {
	const { document } = await open('notes.md');
	const shown = await hover(document, middle(document, '?? What did the lord'));
	assert.match(shown, /\]\(file:\/\/\/.*\/halrun_barrow\.txt#L\d+\)/);
	assert.match(shown, /412 grams/);
}

async function editUnsaved() {
	const word = 'zanzibarite';
	for (const name of ['corrin_theatre.txt', 'fennick_cemetery.txt']) {
		const editor = await open(name);
		await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), `Here stood ${word} that nobody saved.\n`));
		assert.ok(editor.document.isDirty);
		assert.ok(!readFileSync(editor.document.uri.fsPath, 'utf8').includes(word));
	}
	const { document } = window.activeTextEditor;
	const shown = await hover(document, middle(document, word));
	assert.match(shown, /2 places in 2 documents/);
	assert.match(shown, /corrin_theatre\.txt/);
}

/** Asks, and gives the document of the answer. */
async function ask() {
	await askSelected();
	const editor = await until('document of the answer', answerEditor);
	const { document } = editor;
	await until('sources', () => document.getText().includes('## Sources'));
	assert.strictEqual(document.languageId, 'markdown');
	assert.match(document.getText(), /^# In what sites was gold or gems found\?/);
	assert.match(document.getText(), /\[1\]/);
	assert.notStrictEqual(editor.viewColumn, vscode.ViewColumn.One, 'the answer stands beside the text');
	return document;
}

async function jump(answer) {
	const editor = await window.showTextDocument(answer, vscode.ViewColumn.Two);
	const mark = markIn(answer);
	editor.selection = new vscode.Selection(mark, mark);
	await commands.executeCommand('editor.action.revealDefinition');
	const there = await until('jump', () => {
		const now = window.activeTextEditor;
		return now?.document.uri.scheme === 'file' && now;
	});
	const [place] = await commands.executeCommand('vscode.executeDefinitionProvider', answer.uri, mark);
	const range = place.targetSelectionRange ?? place.targetRange ?? place.range;
	assert.ok(there.selection.start.isEqual(range.start), 'the cursor stands on the quote');
	const quote = there.document.getText(range).replace(/\s+/g, ' ');
	const shown = answer.getText().replace(/^\s*> ?/gm, '').replace(/\s+/g, ' ');
	assert.ok(quote.length > 20 && shown.includes(quote), `the answer quotes «${quote}»: ${shown}`);
}

async function hoverCitation(answer) {
	assert.match(await hover(answer, markIn(answer)), /\.txt/);
}

async function references(answer) {
	const find = (uri, position) => commands.executeCommand('vscode.executeReferenceProvider', uri, position);
	// VS Code's own Markdown adds the mark in the answer itself.
	const evidence = (await find(answer.uri, markIn(answer))).filter((place) => place.uri.scheme === 'file');
	const sources = answer.getText().split('## Sources')[1].match(/^\d+\. /gm).length;
	assert.strictEqual(evidence.length, sources);
	const { document } = await open('halrun_barrow.txt');
	const places = await find(document.uri, middle(document, 'gold'));
	assert.ok(places.length >= 2, `${places.length} places of a word`);
}

/** The document of the server's from a folder whose text holds another one, once it is shown. */
async function documentOf(folder, text) {
	const shown = () => window.visibleTextEditors.map(({ document }) => document).find(({ uri }) => uri.scheme === 'docuquest' && uri.path.startsWith(`/${folder}/`));
	await until(`${folder} with ${text}`, () => shown()?.getText().includes(text));
	return shown();
}

/** Sees how an answer came about, and why a file is not in it. */
async function why(answer) {
	await window.showTextDocument(answer, vscode.ViewColumn.Two);
	await commands.executeCommand('docuquest.whyThisAnswer');
	const told = (await documentOf('explain', '## Steps')).getText();
	assert.match(told, /^# Why: In what sites was gold or gems found\?/);
	assert.match(told, /\| \[[\w.]+, line \d+\]\(file:\/\/\/[^)]+\): given \|/);
	assert.match(told, /- Kept \\\[1\\\]: /);
	await commands.executeCommand('docuquest.whyNotThisFile', uriOf('nosuchfile.txt'));
	await documentOf('whynot', '**Step: not indexed.** There is no such file.');
}

/** Finds the answer among those that are kept, and opens it from there. */
async function history(answer) {
	const past = await commands.executeCommand('docuquest.history', {});
	const one = past.find(({ question }) => question === 'In what sites was gold or gems found?');
	assert.strictEqual(answer.uri.path, `/answers/${one?.id}/${one?.question}.md`);
	await window.showTextDocument(await documentOf('whynot', '**Step:'), vscode.ViewColumn.Two);
	const picked = commands.executeCommand('docuquest.showHistory');
	await until('answer that was picked', async () => {
		await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
		return window.activeTextEditor?.document.uri.path.startsWith('/answers/');
	});
	await picked;
}

/** Finds the answer by a question that is like its own, and opens it from there. */
async function askedBefore(answer) {
	const before = await commands.executeCommand('docuquest.history', { like: 'Where did they find gems?' });
	assert.strictEqual(answer.uri.path, `/answers/${before[0]?.id}/${before[0]?.question}.md`, JSON.stringify(before));
	assert.ok(before[0].standing.cited > 0 && before[0].standing.ok === before[0].standing.cited, JSON.stringify(before[0].standing));
	let over = false;
	void askSelected('Where did they find gems?', 'docuquest.askedBefore').then(() => (over = true));
	await until('end of the choice', async () => { // first of the question, then of an answer
		await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
		return over;
	});
	assert.strictEqual(window.activeTextEditor?.document.uri.path, answer.uri.path);
}

/** Opens the map of the two programs of the folder. */
async function map() {
	await commands.executeCommand('docuquest.showMap');
	const drawn = (await documentOf('map', '# Map of the workspace')).getText();
	assert.match(drawn, /r\d --> r\d/);
	assert.match(drawn, /\]\(file:\/\/\/[^)]*ropes\/winch\.py#L4\)/);
}

async function outline(answer) {
	const symbols = (uri) => commands.executeCommand('vscode.executeDocumentSymbolProvider', uri);
	const names = async (uri) => ((await symbols(uri)) ?? []).map(({ name }) => name);
	assert.deepStrictEqual(await names(answer.uri), ['# In what sites was gold or gems found?'], 'VS Code alone outlines Markdown');
	await until('an outline of what VS Code does not outline', async () => (await names((await open('finds.rst')).document.uri)).length === 1);
}

/** Leaves programs to the servers of their languages, but for questions and citations. */
async function programs() {
	const { document } = await open('digs/trench.py');
	const at = middle(document, 'lower(layer)');
	for (const kind of ['Definition', 'Reference', 'Hover']) {
		assert.deepStrictEqual(await commands.executeCommand(`vscode.execute${kind}Provider`, document.uri, at), [], kind);
	}
	assert.ok(!(await commands.executeCommand('vscode.prepareCallHierarchy', document.uri, at))?.length, 'a call hierarchy');
	assert.ok(!(await commands.executeCommand('vscode.executeDocumentSymbolProvider', document.uri))?.length, 'an outline');
	const [cited] = await commands.executeCommand('vscode.executeDefinitionProvider', document.uri, middle(document, 'winch.py:4'));
	assert.ok(cited?.uri.path.endsWith('/ropes/winch.py') && cited.range.start.line === 3, JSON.stringify(cited));
}

/** Waits for the answer to a question that was asked. */
async function answerTo(question) {
	const editor = await until(`answer to ${question}`, () => answerEditor(question));
	return editor.document;
}

async function refusal() {
	const question = 'Who invented the zeppelin?';
	await askSelected(question);
	const answer = await answerTo(question);
	await until('refusal', () => answer.getText().includes('Not in your files'));
}

/** Goes to the place of a citation as a user does, and checks what stands there. */
async function follow(answer, number, file, text) {
	const editor = await window.showTextDocument(answer, vscode.ViewColumn.Two);
	const mark = markIn(answer, number);
	editor.selection = new vscode.Selection(mark, mark);
	await commands.executeCommand('editor.action.revealDefinition');
	const { document, selection } = await until(`the place in ${file}`, () => {
		const now = window.activeTextEditor;
		return now?.document.uri.path.endsWith(`/${file}`) && now;
	});
	const { line, character } = selection.start;
	assert.ok(document.lineAt(line).text.slice(character).startsWith(text), `the cursor stands on the quote, and not at ${line}:${character}`);
}

/** Researches a question of whose three answers each names what the next one is about, in three files. */
async function research() {
	const question = 'Who was in charge of the excavation of the Othmere aqueduct, at which wreck did he work until 2004, and how did his teacher date the frames at Ombry?';
	const { asked, answer } = await researchSelected(question);
	await until('what was asked for', () => answer.getText().includes('## What was asked for'));
	await asked;
	const said = answer.getText();
	assert.ok(said.startsWith(`# ${question}`), said);
	for (const [at, name] of ['othmere_aqueduct', 'amarro_wreck', 'ombry_deeps'].entries()) {
		assert.match(said, new RegExp(`^${at + 1}\\. \\[${name}\\.txt:5\\]\\(file:///`, 'm'));
		assert.ok(said.includes(` | [${at + 1}] |`), said);
	}
	await follow(answer, 2, 'amarro_wreck.txt', 'Adekemi, who had made his first great find');
}

/** Takes one of the actions that the light bulb offers for a question. */
async function act(document, question, title) {
	const at = middle(document, question);
	const actions = await commands.executeCommand('vscode.executeCodeActionProvider', document.uri, new vscode.Range(at, at));
	const action = actions.find((one) => one.title === title);
	assert.ok(action, `${title} is offered`);
	await commands.executeCommand(action.command.command, ...action.command.arguments);
}

async function answerHere() {
	const question = '?? What did the lord';
	const editor = await open('notes.md');
	const { document } = editor;
	for (let times = 0; times < 2; times++) { // asked again, it is replaced
		await act(document, question, 'Answer here');
		await until('answer in the text', () => /^> !! .*412 grams.*\]\(halrun_barrow\.txt#L\d+\)/m.test(document.getText()));
		const cited = /^> !! (Probably not in these files|.*halrun_barrow)/gm;
		assert.strictEqual(document.getText().match(/^> !! /gm).length, document.getText().match(cited).length, document.getText());
		assert.strictEqual(document.getText().match(/412 grams/g).length, 1, `once, and not «${document.getText()}»`);
		const at = document.getText().indexOf('412 grams');
		await editor.edit((edit) => edit.replace(new vscode.Range(document.positionAt(at), document.positionAt(at + 3)), '999'));
	}
	await act(document, question, 'Open the answer');
	const answer = await answerTo('What did the lord of Halrun wear at his waist?');
	await until('sources', () => answer.getText().includes('## Sources'));
}

/** Sees what has become of citations, mends them, and has a link follow a file that is renamed. */
async function citations() {
	const encode = (text) => new TextEncoder().encode(text);
	const [cited, renamed, citing] = ['cited.txt', 'renamed.txt', 'citing.md'].map(uriOf);
	await workspace.fs.writeFile(cited, encode('One.\n\nThe lamp was made of bronze in 1931.\n'));
	await workspace.fs.writeFile(citing, encode('😀 `cited.txt:1` says:\n\n> The lamp was made of bronze in 1931.\n\nIt "was made of brass in 1931" ([there](cited.txt#L3)).\n'));
	const { document } = await open('citing.md');
	const states = () => vscode.languages.getDiagnostics(citing).filter(({ source }) => source === 'DocuQuest').map(({ code }) => code).join();
	await until('what has become of the citations', () => states() === 'moved,changed');
	for (const [text, title] of [['cited.txt:1', 'Move the citation to line 3'], ['[there]', 'Re-anchor to the present text']]) {
		const at = middle(document, text);
		const actions = await commands.executeCommand('vscode.executeCodeActionProvider', citing, new vscode.Range(at, at));
		const action = actions.find((one) => one.title === title);
		assert.ok(action?.edit, `${title} is offered`);
		assert.ok(await workspace.applyEdit(action.edit));
	}
	assert.match(document.getText(), /`cited\.txt:3`[^]*was made of bronze in 1931" \(/);
	await until('all of them hold', () => states() === '');
	const rename = new vscode.WorkspaceEdit();
	rename.renameFile(cited, renamed);
	assert.ok(await workspace.applyEdit(rename));
	await until('the links follow', () => /`renamed\.txt:3`[^]*\]\(renamed\.txt#L3\)/.test(document.getText()));
	await until('they hold there', () => states() === '');
	await document.save();
	await commands.executeCommand('workbench.action.closeActiveEditor');
	await workspace.fs.delete(citing);
	await workspace.fs.delete(renamed);
}

/** Sees an answer grow while a model writes it; then whoever points at the question is told the same. */
async function grow(model) {
	const question = 'What did the amphora of Quorndale hold?';
	const asked = askSelected(question);
	await model.says('waiting 1');
	const answer = await answerTo(question);
	await until('first statement', () => answer.getText().includes('The amphora held barley wine'));
	assert.ok(!answer.getText().includes('The rest was empty'), 'the second is not there yet');
	model.goOn();
	await until('all of the answer', () => /The rest was empty[^]*## Sources/.test(answer.getText()));
	await asked;
	const { document } = await open('notes.md');
	const edit = new vscode.WorkspaceEdit();
	edit.insert(document.uri, new vscode.Position(0, 0), `?? ${question}\n`);
	await workspace.applyEdit(edit);
	assert.match(await hover(document, middle(document, question)), /The rest was empty/);
}

/** Does steps with a model, which the user has chosen by then. */
async function withModel(model, steps) {
	try {
		await useModel(model.address);
		for (const [name, task] of Object.entries(steps)) await step(name, () => task(model));
	} finally {
		model.end();
	}
}

/** Researches with a model: the document names each stage in turn, then grows. */
async function researchGrow(model) {
	const { asked, answer } = await researchSelected('What did the amphora of Quorndale hold?');
	const shows = (text) => until(`«${text}» in ${answer.uri.path}`, () => answer.getText().includes(text));
	await model.says('planning 1');
	await shows('*Planning the search …*');
	model.goOn();
	await model.says('reflecting 1');
	await shows('*Looking for what is missing …*');
	model.goOn();
	await model.says('reflecting 2'); // behind the search for what the first reply called missing
	assert.ok(!answer.getText().includes('barley wine'), answer.getText());
	model.goOn();
	await model.says('waiting 2');
	await shows('The amphora held barley wine');
	assert.ok(!/The rest was empty|## Sources/.test(answer.getText()), answer.getText());
	model.goOn();
	await shows('## What was asked for');
	await asked;
	assert.match(answer.getText(), /The rest was empty[^]*\| what the amphora of Quorndale held \| free \| \[1\] \|/);
	await follow(answer, 2, 'questions.md', 'The rest was empty.');
}

/** Is asked before a model makes notes, and says nothing: then nothing is sent. */
async function annotate() {
	assert.strictEqual(await commands.executeCommand('docuquest.annotateCode'), undefined);
	let reply;
	void commands.executeCommand('docuquest.annotate', {}).then((said) => (reply = said));
	await until('end of the question', async () => {
		await commands.executeCommand('notifications.clearAll');
		return reply;
	});
	assert.ok(!reply.agreed && reply.estimate.left > 0, JSON.stringify(reply));
	for (const steering of ['pauseNotes', 'resumeNotes', 'stopNotes', 'showNotesProgress']) {
		await commands.executeCommand(`docuquest.${steering}`);
		const { state } = await commands.executeCommand('docuquest.annotate', { do: 'state' });
		assert.strictEqual(state, 'idle', steering);
	}
	await commands.executeCommand('notifications.clearAll');
}

/** Stops research in the middle: what it has found by then stays. */
async function researchCancel(model) {
	const { asked, answer } = await researchSelected('What did the amphora of Quorndale hold?');
	await model.says('planning 2');
	model.goOn();
	await model.says('reflecting 3');
	await commands.executeCommand('docuquest.stopAsking');
	await model.says('closed reflecting 3');
	await asked;
	await until('what was proven', () => answer.getText().includes('Stopped: this is what was proven until then.'));
	await follow(answer, 1, 'questions.md', 'The amphora of Quorndale held barley wine');
}

/** Asks what a PDF says, and goes to the text of the page. */
async function pdf() {
	const question = 'What will the repair of the Orrin bridge cost?';
	await askSelected(question);
	const answer = await until('answer', () => {
		const document = answerEditor()?.document;
		return document?.getText().startsWith(`# ${question}`) && document.getText().includes('## Sources') && document;
	});
	const mark = markIn(answer);
	assert.match(await hover(answer, mark), /page 2, at \d+-\d+ % of the width, \d+-\d+ % of the height[^]*64,850 euros/);
	const editor = await window.showTextDocument(answer, vscode.ViewColumn.Two);
	editor.selection = new vscode.Selection(mark, mark);
	await commands.executeCommand('editor.action.revealDefinition');
	const text = await until('text of the page', () => {
		const now = window.activeTextEditor;
		return now?.document.uri.path === '/text/report.pdf' && now;
	});
	assert.strictEqual(text.document.uri.toString(true), 'docuquest:/text/report.pdf#p=2');
	const line = text.document.lineAt(text.selection.start.line).text.slice(text.selection.start.character);
	assert.ok(line.startsWith('The repair will cost 64,850 euros'), `the cursor stands on the quote, and not on «${line}»`);
	return text.document;
}

/** Shows the page of a text as a picture, and again from the citation in the answer. */
async function pdfPage(text) {
	const [lens] = await commands.executeCommand('vscode.executeCodeLensProvider', text.uri);
	assert.strictEqual(lens?.command?.command, 'docuquest.showPage');
	assert.ok(lens.range.isEqual(new vscode.Range(0, 0, 0, 0)), 'it stands above the text');
	const { viewType } = await until('picture', async () => {
		await commands.executeCommand(lens.command.command, ...lens.command.arguments);
		return pictures().find(({ label }) => label === 'report.pdf, page 2')?.input;
	});
	assert.match(viewType, /docuquest\.page$/);
	const other = text.uri.with({ fragment: 'p=1' });
	await window.showTextDocument(other, { viewColumn: vscode.ViewColumn.Two });
	await commands.executeCommand('docuquest.showPage');
	await until('picture of the other page', () => pictures().find(({ label }) => label === 'report.pdf, page 1'));
	assert.strictEqual(pictures().length, 1, 'one panel shows them all');
}

/** The tabs that show pictures of pages. */
const pictures = () => window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof vscode.TabInputWebview);

async function cancel(model) {
	const asked = askSelected();
	await model.says('request 1');
	await commands.executeCommand('docuquest.stopAsking');
	await model.says('closed 1');
	await asked;
	await until('answer that says so', () => answerEditor()?.document.getText().includes('Stopped.'));
}

async function restart(model) {
	const before = await until('server', serverProcess);
	const asked = askSelected();
	await model.says('request 2');
	process.kill(before, 'SIGKILL');
	await until('another server', async () => (await status())?.complete && serverProcess() !== before);
	// The question that was open ends with a message; the answer to it is to put it away.
	let over = false;
	void asked.then(() => (over = true));
	await until('end of the open question', async () => {
		await commands.executeCommand('notifications.clearAll');
		return over;
	});
	await useModel(undefined);
	const { document } = await open('fennick_cemetery.txt');
	assert.match(await hover(document, middle(document, 'zanzibarite')), /2 places in 2 documents/);
}

async function ownCommands() {
	const all = new Set(await commands.getCommands(true));
	const named = vscode.extensions.getExtension('docuquest.docuquest').packageJSON.contributes.commands;
	for (const { command } of named) assert.ok(all.has(command), `${command} is there`);
	await commands.executeCommand('docuquest.indexAgain');
	assert.ok((await status()).complete);
}

/** Turns DocuQuest off and on again. */
async function enable() {
	const set = (value) => workspace.getConfiguration('docuquest').update('enable', value, ConfigurationTarget.Global);
	await set(false);
	await until('end of the server', () => serverProcess() === undefined);
	await set(undefined);
	await until('another server', async () => (await status())?.complete);
}

exports.run = async () => {
	await step('start', start);
	await step('hover-word', hoverWord);
	await step('hover-question', hoverQuestion);
	await step('edit-unsaved', editUnsaved);
	let answer;
	await step('ask', async () => (answer = await ask()));
	await step('jump', () => jump(answer));
	await step('hover-citation', () => hoverCitation(answer));
	await step('references', () => references(answer));
	await step('outline', () => outline(answer));
	await step('programs', programs);
	await step('why', () => why(answer));
	await step('history', () => history(answer));
	await step('asked-before', () => askedBefore(answer));
	await step('map', map);
	await step('refusal', refusal);
	await step('research', research);
	await step('answer-here', answerHere);
	await step('citations', citations);
	let page;
	await step('pdf', async () => (page = await pdf()));
	await step('pdf-page', () => pdfPage(page));
	await step('commands', ownCommands);
	await step('enable', enable);
	await withModel(await growingModel(), { grow, 'research-grow': researchGrow, 'research-cancel': researchCancel, annotate });
	await withModel(await slowModel(), { cancel, restart });
	await commands.executeCommand('workbench.action.files.revert');
};
