// The steps by mouse and keyboard in the page, with pictures of what a user sees.
import assert from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Service } from './service.mjs';

const client = 'vscode-page';
const question = 'In what sites was gold or gems found?';

/** Drives one window. pictures is the folder for them, '' for none; web is what searches the web for its server. */
export async function drivePage({ code, folder, pictures, web, step: report }) {
	const page = new Page(code, folder, pictures);
	const step = (name, task) => report(client, name, () => task().catch(async (error) => {
		await page.picture(`failed-${name}`);
		throw error;
	}));
	await step('start', () => start(page));
	await step('hover-word', () => hoverWord(page));
	await step('ask', () => ask(page));
	await step('picture', () => screenshot(page));
	await step('jump', () => jump(page));
	await step('tabs', () => tabs(page));
	await step('preview', () => preview(page));
	await step('docx', () => docx(page));
	await step('pdf', () => pdf(page));
	await step('search', () => search(page));
	await step('commands', () => status(page));
	await step('research-web', () => researchWeb(page, web));
	const slow = new Service('slowmodel');
	await step('cancel', () => cancel(page, slow));
	slow.end();
	const go = join(tmpdir(), `docuquest-page-go-${process.pid}`);
	const growing = new Service('growingmodel', go);
	await step('research', () => research(page, growing, go));
	growing.end();
	await step('no-server', () => noServer(page));
	await page.page.context().close();
}

/** What a user does in the page. */
class Page {
	constructor(code, folder, pictures) {
		this.code = code;
		this.folder = folder;
		this.pictures = pictures;
		if (pictures) mkdirSync(pictures, { recursive: true });
	}

	/** The visible element of a kind that holds a text. */
	see(selector, hasText) {
		return this.page.locator(`${selector}:visible`, hasText === undefined ? {} : { hasText }).first();
	}

	/** Opens a new window on the folder for a user with these settings. */
	async open(settings) {
		await this.page?.context().close();
		this.code.settings({ 'editor.fontSize': 12, ...settings });
		this.page = await this.code.open(this.folder);
		await this.see('.explorer-folders-view .monaco-list-row', 'halrun_barrow.txt').waitFor();
	}

	async press(...keys) {
		for (const key of keys) await this.page.keyboard.press(key);
	}

	/** Opens a file of the folder by its name. */
	async openFile(name) {
		await this.press('Control+p');
		await this.see('.quick-input-widget input').fill(name);
		await this.see('.quick-input-list .monaco-list-row', name).waitFor();
		await this.press('Enter');
		await this.see('.tab.active', name).waitFor();
	}

	/** Runs a command by its name in the palette. */
	async command(name) {
		await this.press('F1');
		await this.see('.quick-input-widget input').fill(`>${name}`);
		await this.see('.quick-input-list .monaco-list-row', name).click();
	}

	/** Answers the input box that asks for something by its title. */
	async answer(title, text) {
		await this.see('.quick-input-widget', title).waitFor();
		await this.see('.quick-input-widget input').fill(text);
		await this.press('Enter');
	}

	/** Moves the mouse to a word of the line that holds it. */
	async pointAt(line, word) {
		const box = await this.see('.view-line', line).evaluate((element, word) => {
			const start = element.textContent.indexOf(word);
			const range = document.createRange();
			let before = 0; // characters of the texts that were passed
			const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
			for (let node = texts.nextNode(); node; before += node.data.length, node = texts.nextNode()) {
				const within = (at) => before <= at && at <= before + node.data.length;
				if (within(start)) range.setStart(node, start - before);
				if (within(start + word.length)) range.setEnd(node, start + word.length - before);
			}
			const { x, y, width, height } = range.getBoundingClientRect();
			return start < 0 ? undefined : { x: x + width / 2, y: y + height / 2 };
		}, word);
		assert.ok(box, `${word} stands in a line with ${line}`);
		await this.page.mouse.move(box.x + 2, box.y);
		await this.page.mouse.move(box.x, box.y);
		return box;
	}

	/** Goes from a mark to a file. It is pointed at again where its line moved as lenses came above it. */
	async follow(mark, file) {
		for (let tries = 1; ; tries++) {
			const { x, y } = await this.pointAt(mark, mark);
			await this.page.mouse.click(x, y);
			await this.press('F12');
			try {
				return await this.see('.tab.active', file).waitFor({ timeout: 20_000 });
			} catch (problem) {
				if (tries === 3) throw problem;
			}
		}
	}

	async picture(name) {
		if (!this.pictures) return;
		await this.page.evaluate(() => document.fonts.ready);
		await this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
	}
}

async function start(page) {
	await page.open({});
	await page.see('.statusbar-item', /^\s*\d+ files$/).waitFor();
	await page.picture('start');
}

async function hoverWord(page) {
	await page.openFile('halrun_barrow.txt');
	await page.pointAt('in gold known', 'gold');
	const hover = page.see('.monaco-hover', /gold occurs at \d+ places in \d+ documents/);
	await hover.waitFor();
	await hover.getByRole('link').first().waitFor();
	await page.picture('hover');
}

async function ask(page) {
	await page.command('DocuQuest: Ask a Question');
	await page.answer('Ask your files', question);
	await page.see('.tab.active', `${question}.md`).waitFor();
	await page.see('.view-line', /^##\sSources$/).waitFor();
	await page.picture('answer');
}

/** The picture of the README: an answer beside a text, with a word pointed at. */
async function screenshot(page) {
	await page.command('View: Toggle Primary Side Bar Visibility');
	await page.see('.explorer-folders-view').waitFor({ state: 'hidden' });
	await page.see('.view-line .mtkb').waitFor(); // colours come a little later than the text
	await page.pointAt('Astrop filled', 'Astrop'); // where its hover leaves the answer free
	await page.see('.monaco-hover', /Astrop occurs at/).waitFor();
	await page.picture('screenshot');
	await page.press('Escape');
	await page.command('View: Toggle Primary Side Bar Visibility');
}

async function jump(page) {
	const source = await page.see('.view-line', /^1\.\s\[/).textContent();
	const [, file, line] = /\[(.+):(\d+)\]/.exec(source);
	await page.follow('[1]', file);
	await page.see('.statusbar-item', new RegExp(`^Ln ${line}, Col \\d+$`)).waitFor();
	await page.picture('jump');
}

/** An answer, why it is what it is, and a map are told apart by their tabs. */
async function tabs(page) {
	await page.see('.tab', `${question}.md`).click();
	await page.command('DocuQuest: Why This Answer');
	await page.see('.tab.active', `Why: ${question}.md`).waitFor();
	await page.command('DocuQuest: Map of the Code Base');
	await page.see('.tab.active', 'Map of the workspace.md').waitFor();
	await page.picture('tabs');
}

/** Opens the preview of the answer to a question, which a tab shows, and gives what is in it. */
async function openPreview(page, question) {
	const tab = new RegExp(`^\\s*${question.replace('?', '\\?')}`); // and not that of a preview
	await page.see('.tab', tab).click();
	await page.see('.tab.active', tab).waitFor();
	await page.command('Markdown: Open Preview');
	await page.see('.tab.active', 'Preview').waitFor();
	const inside = page.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe');
	await inside.getByRole('heading', { name: question }).waitFor();
	await inside.getByRole('heading', { name: 'Sources' }).waitFor();
	return inside;
}

/** The marks and the sources of an answer are links in the preview of Markdown. */
async function preview(page) {
	for (const link of ['[1]', /^\w+\.txt:\d+$/]) {
		const inside = await openPreview(page, question);
		await page.picture('preview');
		const source = await inside.getByRole('listitem').getByRole('link', { name: /^\w+\.txt:\d+$/ }).first().textContent();
		await inside.getByRole('link', { name: link }).first().click();
		const [file, line] = source.split(':');
		await page.see('.tab.active', file).waitFor();
		await page.see('.statusbar-item', new RegExp(`^Ln ${line}, Col \\d+$`)).waitFor();
	}
}

/** Points at a citation, again where its line moved as lenses came above it, and follows the link of the hover. */
async function followHover(page, link, tab) {
	for (let tries = 1; ; tries++) {
		await page.pointAt('[1]', '[1]');
		try {
			await page.see('.monaco-hover').getByRole('link', { name: link }).click({ timeout: 20_000 });
			break;
		} catch (problem) {
			if (tries === 3) throw problem;
		}
	}
	await page.see('.tab.active', tab).waitFor();
}

/** A citation into an office file leads to its text, from the hover and from the preview. */
async function docx(page) {
	const asked = 'When was the lighthouse of Verrin painted red?';
	await page.command('DocuQuest: Ask a Question');
	await page.answer('Ask your files', asked);
	await page.see('.view-line', /^##\sSources$/).waitFor();
	await followHover(page, /^letter\.docx:\d+$/, 'letter.docx.txt');
	await page.see('.view-line', 'lighthouse').waitFor();
	await page.picture('docx');
	const line = await page.see('.statusbar-item', /^Ln \d+, Col \d+$/).textContent();
	await page.press('Control+w');
	const inside = await openPreview(page, asked);
	await inside.getByRole('link', { name: '[1]' }).first().click(); // of the value that leads
	await page.see('.tab.active', 'letter.docx.txt').waitFor();
	await page.see('.statusbar-item', line.trim()).waitFor();
}

/** From a citation into a PDF to the text of the page, and from there to the page itself. */
async function pdf(page) {
	await page.command('DocuQuest: Ask a Question');
	await page.answer('Ask your files', 'What will the repair of the Orrin bridge cost?');
	await page.see('.view-line', '64,850').waitFor();
	await page.see('.view-line', /^##\sSources$/).waitFor();
	await followHover(page, 'report.pdf, page 2', 'report.pdf');
	await page.press('Control+w');
	await page.follow('[1]', 'report.pdf');
	await page.see('.statusbar-item', /^Ln 6, Col \d+$/).waitFor();
	await page.see('.codelens-decoration a', 'Show this page').click();
	await page.see('.tab', 'report.pdf, page 2').waitFor();
	const picture = page.page.frameLocator('iframe.webview').frameLocator('iframe').locator('img');
	await picture.waitFor();
	assert.ok((await picture.evaluate((img) => img.decode().then(() => img.naturalWidth))) >= 1000, 'the page is drawn');
	await page.picture('pdf');
}

async function search(page) {
	await page.command('DocuQuest: Search');
	await page.see('.quick-input-widget', 'Search your files').waitFor();
	await page.see('.quick-input-widget input').fill('bronze cauldron lyre');
	await page.see('.quick-input-list .monaco-list-row', /halrun_barrow\.txt:\d+/).waitFor();
	await page.picture('search');
	await page.press('Enter');
	await page.see('.tab.active', 'halrun_barrow.txt').waitFor();
	await page.see('.statusbar-item', /^Ln \d+, Col \d+ \(\d+ selected\)/).waitFor();
}

async function status(page) {
	await page.see('.statusbar-item', /^\s*\d+ files$/).click();
	await page.see('.quick-input-list .monaco-list-row', 'files indexed').waitFor();
	await page.picture('status');
	await page.see('.quick-input-list .monaco-list-row', 'Index Again').click();
	await page.see('.statusbar-item', /DocuQuest: \d+ files indexed/).waitFor();
}

async function cancel(page, model) {
	await page.open({ 'docuquest.baseUrl': await model.address() });
	await page.see('.statusbar-item', /^\s*\d+ files$/).waitFor();
	await page.command('DocuQuest: Ask a Question');
	await page.answer('Ask your files', question);
	const toast = page.see('.notifications-toasts .notification-toast', question);
	await toast.waitFor();
	await model.says('request 1');
	await page.see('.notification-toast', /Searching|search terms/).waitFor();
	await page.picture('progress');
	await toast.getByRole('button', { name: 'Cancel' }).click();
	await model.says('closed 1');
	await toast.waitFor({ state: 'hidden' });
	assert.strictEqual(await page.see('.notifications-toasts .notification-toast').count(), 0, 'no word of a failure');
}

/** Searches the web, by the one command that does, for what no file says. */
async function researchWeb(page, web) {
	assert.deepEqual(web.said.slice(1), [], 'the web is searched for no other question');
	await page.command('DocuQuest: Research a Question, with the Web');
	await page.answer('Research your files and the web', 'Who invented the zeppelin?');
	const consent = page.see('.notifications-toasts .notification-toast', 'wants to search the web');
	await consent.getByRole('button', { name: 'Allow this time' }).click();
	await page.see('.view-line', 'Ferdinand von Zeppelin').waitFor();
	await page.see('.view-line', /^##\sSources$/).waitFor();
	assert.ok(web.said.includes('searched Who invented the zeppelin?'), web.said.join('\n'));
	await page.picture('research-web');
}

/** Sees what is being done for a question that is researched, and cancels that: what was found by then stays. */
async function research(page, model, go) {
	await page.open({ 'docuquest.baseUrl': await model.address() });
	await page.see('.statusbar-item', /^\s*\d+ files$/).waitFor();
	await page.command('DocuQuest: Research a Question');
	await page.answer('Research your files', 'What did the amphora of Quorndale hold?');
	await model.says('planning 1');
	await page.see('.view-line', 'Planning the search').waitFor();
	writeFileSync(go, '');
	await model.says('reflecting 1');
	await page.see('.view-line', 'Looking for what is missing').waitFor();
	const toast = page.see('.notifications-toasts .notification-toast', 'What did the amphora');
	await toast.getByRole('button', { name: 'Cancel' }).click();
	await model.says('closed reflecting 1');
	await page.see('.view-line', 'what was proven').waitFor();
	await page.see('.view-line', 'held barley wine').waitFor();
	await page.picture('research');
}

async function noServer(page) {
	await page.open({ 'docuquest.serverPath': '/nowhere/docuquest' });
	const toast = page.see('.notifications-toasts .notification-toast', 'docuquest.serverPath');
	await toast.waitFor();
	await page.picture('no-server');
	await toast.getByRole('button', { name: 'Open Settings' }).waitFor();
}
