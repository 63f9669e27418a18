// What the server says beyond the language server protocol, as far as it is shown here.

import type { Range } from 'vscode-languageclient/node';

/** The reply of docuquest.search; missing are words that no file contains. */
export interface SearchReply {
	hits: Hit[];
	missing: string[];
}

export interface Hit {
	uri: string;
	path: string;
	range: Range;
	titles: string[];
	text: string;
}

/** The reply of docuquest/page: a page, from 1, as a picture in base64. */
export interface Page {
	path: string;
	page: number;
	png: string;
}

/** The notification docuquest/status: how many files are indexed, of those found, and whether none is still to be read. */
export interface IndexState {
	files: number;
	of: number;
	complete: boolean;
}

/** What the server says of its settings at the start: how each that may change in a session may. */
export interface LiveSettings {
	live?: Record<string, string>;
}

/** The reply of docuquest.status; model is '' for none. */
export interface Status extends IndexState {
	skipped: { count: number; reasons: Record<string, number> };
	model: string;
	writer: string;
	version: string;
}

/** A question whose answer is kept. */
export interface PastQuestion {
	id: string;
	time: string;
	question: string;
	path: string;
	conversation?: string;
}

/** An earlier question that is like another one, how its answer begins, and how many of its citations still hold. */
export interface Remembered extends PastQuestion {
	nearness: number;
	says: string;
	/** It cites files, and none of this workspace: nothing was looked up. */
	elsewhere?: boolean;
	standing: { cited: number; ok: number };
}
