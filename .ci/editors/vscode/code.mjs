// A VS Code without a screen: its server, a browser for its page, and the settings of its user.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Settings that keep the page still, so that nothing but what is tested appears. */
const quiet = {
	'workbench.startupEditor': 'none',
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.tips.enabled': false,
	'telemetry.telemetryLevel': 'off',
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	'update.mode': 'none',
	'editor.minimap.enabled': false,
	'editor.wordWrap': 'on',
	'workbench.reduceMotion': 'on',
	'git.enabled': false,
	'security.workspace.trust.enabled': false,
};

/** What VS Code says of parts that are not compiled here, of its gallery, and of its own doings. */
const noise = /AgentHost|bindings file|watchdog|open-vsx|ServiceWorker|socket|connection token|grace time/;

/** A VS Code of its own, with nothing installed and its data in a folder. */
export class Code {
	#home;
	#data;
	#env;
	#server;
	#browser;
	address = '';

	/** home is the folder that `setup` prints, data a folder to make, env what its processes find besides. */
	constructor(home, data, env) {
		this.#home = home;
		this.#data = data;
		this.#env = { ...process.env, ...env };
		this.settings({});
	}

	/**
	 * Makes these the user's settings, beside the quiet ones. A page reads them when it is opened: most from the folder
	 * User, those of machine scope from the folder Machine.
	 */
	settings(own) {
		for (const [folder, settings] of Object.entries({ User: { ...quiet, ...own }, Machine: own })) {
			const file = join(this.#data, 'data', folder, 'settings.json');
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, JSON.stringify(settings));
		}
	}

	/** Installs an extension from a file and nothing else. */
	async install(vsix) {
		const child = this.#run(['--install-extension', vsix, '--force']);
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
		const code = await new Promise((resolve) => child.once('close', resolve));
		if (code !== 0 || !output.includes('was successfully installed')) throw new Error(`install: ${code}\n${output}`);
	}

	/** Starts the server and the browser. With a smoke test's options a page runs tests, and shows no notifications. */
	async start(options = []) {
		this.#server = this.#run([
			...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--telemetry-level', 'off'],
			...options,
		]);
		this.#server.stderr.resume();
		const port = await new Promise((resolve, reject) => {
			createInterface({ input: this.#server.stdout }).on('line', (line) => {
				const found = /agent listening on (\d+)/.exec(line);
				if (found) resolve(found[1]);
			});
			this.#server.once('close', (code) => reject(new Error(`the server of VS Code ended with ${code}`)));
		});
		this.address = `127.0.0.1:${port}`;

		const { chromium } = createRequire(join(this.#home, 'package.json'))('playwright-core');
		const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
		this.#browser = await chromium.launch({
			executablePath: programs.find(existsSync),
			args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
				'--disable-component-update', '--disable-sync'],
		});
	}

	/** Opens a window on a folder. payload is what VS Code takes for its own tests, as pairs. */
	async open(folder, payload = [], prepare = async () => {}) {
		const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
		const page = await context.newPage();
		page.setDefaultTimeout(60_000);
		page.setDefaultNavigationTimeout(120_000);
		await prepare(page);
		const query = new URLSearchParams({ folder, payload: JSON.stringify([['skipWelcome', 'true'], ...payload]) });
		await page.goto(`http://${this.address}/?${query}`);
		return page;
	}

	/**
	 * Runs a test module inside the extension host of a window on a folder. Lines that start with STEP or NOTE go to report.
	 * The error tells what the module threw, or that it took too long.
	 */
	async runInside(folder, suite, report, limit = 400_000) {
		const remote = (path) => `vscode-remote://${this.address}${path}`;
		const payload = [['extensionDevelopmentPath', remote(dirname(suite))], ['extensionTestsPath', remote(suite)]];
		const log = [];
		let end;
		const ended = new Promise((resolve) => (end = resolve));
		const page = await this.open(folder, payload, async (page) => {
			await page.exposeFunction('codeAutomationLog', (_type, args) => {
				const line = args.map(String).join(' ');
				if (/^(STEP|NOTE) /.test(line)) report(line);
				else if (!noise.test(line)) log.push(line.slice(0, 2000));
			});
			await page.exposeFunction('codeAutomationExit', end);
		});
		const timer = setTimeout(() => end('no end in time'), limit);
		const code = await ended;
		clearTimeout(timer);
		await page.context().close();
		if (code !== 0) throw new Error(`${suite}: ${code}\n${log.slice(-60).join('\n')}`);
	}

	/** Ends everything that was started. */
	async stop() {
		await this.#browser?.close();
		const server = this.#server;
		this.#server = undefined;
		if (server === undefined || server.exitCode !== null) return;
		const ended = new Promise((resolve) => server.once('exit', resolve));
		process.kill(-server.pid);
		await ended;
	}

	#run(args) {
		const data = this.#data;
		const places = ['--server-data-dir', data, '--user-data-dir', `${data}/data`, '--extensions-dir', `${data}/ext`];
		const program = join(this.#home, 'code/out/server-main.js');
		return spawn(process.execPath, [program, '--accept-server-license-terms', ...places, ...args], {
			env: this.#env,
			detached: true, // a process group of its own, to end it whole
			stdio: ['ignore', 'pipe', 'pipe'],
		});
	}
}
