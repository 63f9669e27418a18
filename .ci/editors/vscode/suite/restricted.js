// A folder that is not trusted, opened by a user who has a model: search works, and nothing is sent anywhere.
'use strict';
const assert = require('node:assert');
const vscode = require('vscode');
const { answerEditor, askSelected, hover, middle, open, researchSelected, status, until } = require('./help');

exports.run = async () => {
	assert.strictEqual(vscode.workspace.isTrusted, false);
	assert.notStrictEqual(vscode.workspace.getConfiguration('docuquest').get('baseUrl'), '', 'the user has a model');
	await vscode.extensions.getExtension('docuquest.docuquest').activate();
	const now = await until('index', async () => {
		const now = await status();
		return now?.complete && now;
	});
	assert.strictEqual(now.model, '');
	const { document } = await open('halrun_barrow.txt');
	assert.match(await hover(document, middle(document, 'gold')), /places in \d+ documents/);
	await askSelected();
	const answer = await until('document of the answer', answerEditor);
	await until('answer', () => answer.document.getText().includes('[1]'));
	const researched = await researchSelected('Who invented the zeppelin?');
	await until('refusal', () => researched.answer.getText().includes('Not in your files'));
	let over = false;
	void vscode.commands.executeCommand('docuquest.researchWithWeb').then(() => (over = true));
	await until('refusal to search the web', () => over); // no question is asked for
};
