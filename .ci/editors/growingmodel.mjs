#!/usr/bin/env node
// usage: node growingmodel.mjs GO
//
// An OpenAI-compatible service on loopback that writes an answer slowly, to test that one grows before one's eyes. The
// answer has two statements about the amphora of questions.md; between them it waits. Where the question is researched,
// it waits before the plan, too, and before it tells what is missing. It says on the standard output, a line each:
//
//   listening http://127.0.0.1:PORT/v1    the base_url to use
//   planning N                            plan N is asked for, and waits
//   reflecting N                          reply N on what is missing is asked for, and waits
//   waiting N                             the first statement of answer N is out, and the second waits
//   closed WHAT N                         the client gave up what waited: planning, reflecting or waiting
//
// Whoever makes the file GO lets all that waits go on; the file is removed then. It ends with the process that started
// it, or by SIGTERM.
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';

const say = (line) => process.stdout.write(line + '\n');
const statement = (text, quote) => JSON.stringify({ text, quotes: [{ passage: 1, quote }] });
const first = '{"statements": [' + statement('The amphora held barley wine and honey.', 'The amphora of Quorndale held barley wine and honey.');
const second = ', ' + statement('The rest was empty.', 'The rest was empty.') + '], "missing": ""}';
const plan = JSON.stringify({ queries: ['amphora Quorndale', 'barley wine'], slots: [{ type: 'free', asked: 'what the amphora of Quorndale held' }] });
const missing = JSON.stringify({ filled: [{ slot: 1, passage: 1, quote: 'The amphora of Quorndale held barley wine and honey.' }], queries: ['honey'] });
const counts = { planning: 0, reflecting: 0, waiting: 0 };
let held = []; // what lets each reply go on that waits

const chunk = (content) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const end = `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Replies with a whole text, as a stream where that was asked for. */
function reply(response, stream, content) {
  if (stream) return response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(chunk(content) + end);
  const message = { role: 'assistant', content };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
}

/** Says that a reply waits, and calls goOn when somebody lets it. */
function hold(what, response, goOn) {
  const number = ++counts[what];
  held.push(goOn);
  response.once('close', () => {
    if (held.includes(goOn)) say(`closed ${what} ${number}`);
    held = held.filter((one) => one !== goOn);
  });
  say(`${what} ${number}`);
}

/** Streams the first statement, and the second one when somebody lets it. */
function grow(response) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(chunk(first), () => hold('waiting', response, () => response.end(chunk(second) + end)));
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (!request.url.endsWith('/chat/completions')) return response.writeHead(404).end();
  const { stream, messages } = JSON.parse(body);
  const asksFor = (member) => messages.some(({ content }) => content.includes(`"${member}"`));
  if (asksFor('asked')) return hold('planning', response, () => reply(response, stream, plan));
  if (asksFor('filled')) return hold('reflecting', response, () => reply(response, stream, missing));
  return stream && asksFor('quotes') ? grow(response) : reply(response, stream, 'amphora Quorndale');
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => say(`listening http://127.0.0.1:${server.address().port}/v1`));

setInterval(() => {
  if (held.length === 0 || !existsSync(process.argv[2])) return;
  rmSync(process.argv[2]);
  const free = held;
  held = [];
  for (const goOn of free) goOn();
}, 20);

const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(); }, 1000);
