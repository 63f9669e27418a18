import { accessSync, constants, statSync } from 'node:fs';
import * as path from 'node:path';
import { commands, window } from 'vscode';
import { serverPath } from './settings';

const fileName = process.platform === 'win32' ? 'docuquest.exe' : 'docuquest';

/** There is no server to start; the message says what to do. */
export class NoProgram extends Error {}

/**
 * Finds the server: where the setting says, else beside the extension, else on the PATH.
 *
 * @throws NoProgram
 */
export function findProgram(extensionPath: string): string {
	const chosen = serverPath();
	if (chosen !== '') {
		if (path.isAbsolute(chosen) && isProgram(chosen)) return chosen;
		throw new NoProgram(`The setting docuquest.serverPath names ${chosen}, which is not the absolute path of a program.`);
	}
	const folders = [path.join(extensionPath, 'bin'), ...(process.env['PATH'] ?? '').split(path.delimiter)];
	// A relative folder of the PATH could lead into the workspace, which must not choose what runs.
	const found = folders.filter(path.isAbsolute).map((folder) => path.join(folder, fileName)).find(isProgram);
	if (found !== undefined) return found;
	throw new NoProgram('The program docuquest is not on your PATH. Install it, or set docuquest.serverPath to where it lies.');
}

function isProgram(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return statSync(file).isFile();
	} catch {
		return false;
	}
}

/** Tells that there is no server and offers what helps. Resolves when the user has chosen. */
export async function tellNoProgram(problem: NoProgram, again: () => unknown): Promise<void> {
	const open = 'Open Settings';
	const retry = 'Try Again';
	const choice = await window.showErrorMessage(`DocuQuest: ${problem.message}`, open, retry);
	if (choice === open) await commands.executeCommand('workbench.action.openSettings', 'docuquest.serverPath');
	if (choice === retry) await again();
}
