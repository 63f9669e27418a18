// usage: node drive.mjs HOME WORK [PICTURES]
// HOME is the folder that `setup` prints; WORK holds docuquest.vsix and the folder sites to open, and takes all data.
import assert from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from './code.mjs';
import { drivePage } from './page.mjs';
import { Service } from './service.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const [home, work, pictures] = process.argv.slice(2);
const folder = join(work, 'sites');
const began = Date.now();
let failures = 0;

function report(line) {
	if (/^STEP \S+ \S+ failed/.test(line)) failures++;
	console.log(line);
	console.log(`    at ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/** Does a task as one step: its error is told, and the rest goes on. */
async function step(client, name, task) {
	try {
		await task();
		report(`STEP ${client} ${name} ok`);
	} catch (error) {
		report(`STEP ${client} ${name} failed ${String(error.message).split('\n')[0]}`);
		console.log(error.stack);
	}
}

// A folder is full of what a stranger may have put there: a model of theirs, and a program.
mkdirSync(join(folder, '.vscode'));
writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({
	'docuquest.serverPath': '/nowhere/docuquest',
	'docuquest.baseUrl': 'http://127.0.0.1:9/v1',
	'docuquest.model': 'theirs',
	'docuquest.writer': 'generative',
}));
writeFileSync(join(folder, 'notes.md'), '# Notes\n\n?? What did the lord of Halrun wear at his waist?\n\nNothing else.\n');

/** Gives the server this configuration from its next start on. */
const configure = (text) => writeFileSync(join(work, 'config.toml'), text);

/** Opens the folder for a user who does not trust it, although the server may search the web for any question. */
async function restricted() {
	code.settings({
		'security.workspace.trust.enabled': true,
		'security.workspace.trust.startupPrompt': 'never',
		'docuquest.baseUrl': 'http://127.0.0.1:9/v1',
		'docuquest.model': 'one of the user',
	});
	configure('web = "on"\n');
	await code.runInside(folder, join(here, 'suite/restricted.js'), report);
	configure('');
	assert.deepEqual(web.said.slice(1), [], 'nobody searches the web');
}

const web = new Service('searxng');
const webAddress = await web.address();
const code = new Code(home, join(work, 'code'), {
	DOCUQUEST_HOME: join(work, 'docuquest-home'),
	DOCUQUEST_CONFIG: join(work, 'config.toml'),
	DOCUQUEST_SEARXNG_URL: webAddress,
	DOCUQUEST_WEB_TRUSTED: new URL(webAddress).host,
});
configure('');
try {
	await step('vscode', 'install', () => code.install(join(work, 'docuquest.vsix')));
	await code.start(['--enable-smoke-test-driver']);
	await code.runInside(folder, join(here, 'suite/steps.js'), report).catch((error) => {
		report(`STEP vscode suite failed ${error.message.split('\n')[0]}`);
		console.log(error.message);
	});
	await step('vscode', 'restricted-mode', restricted);
	await code.stop();
	await code.start();
	await drivePage({ code, folder, pictures, web, step });
} finally {
	await code.stop();
	web.end();
}
process.exitCode = failures === 0 ? 0 : 1;
