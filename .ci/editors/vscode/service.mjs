import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A service on loopback: one of the programs that the tests of all editors share. */
export class Service {
	/** All lines that it has said. */
	said = [];
	#name;
	#child;
	#heard = () => {};

	constructor(name, ...args) {
		this.#name = name;
		const program = join(dirname(fileURLToPath(import.meta.url)), `../${name}.mjs`);
		this.#child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
		createInterface({ input: this.#child.stdout }).on('line', (line) => {
			this.said.push(line);
			this.#heard();
		});
	}

	/** Resolves with the first line that starts so, when the service has said it. One is waited for at a time. */
	says(start, limit = 60_000) {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => reject(new Error(`the ${this.#name} did not say «${start}»`)), limit);
			this.#heard = () => {
				const line = this.said.find((line) => line.startsWith(start));
				if (line === undefined) return;
				clearTimeout(timer);
				resolve(line);
			};
			this.#heard();
		});
	}

	/** Where it listens. */
	async address() {
		return (await this.says('listening ')).split(' ')[1];
	}

	end() {
		this.#child.kill();
	}
}
