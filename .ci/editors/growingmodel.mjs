#!/usr/bin/env node
// usage: node growingmodel.mjs GO
//
// An OpenAI-compatible service on loopback that writes an answer slowly, to test that one grows before one's eyes. The
// answer has two statements about the amphora of questions.md; between them it waits. It says on the standard output, a
// line each:
//
//   listening http://127.0.0.1:PORT/v1    the base_url to use
//   waiting N                             the first statement of answer N is out, and the second waits
//   closed N                              the client gave answer N up while it waited
//
// Whoever makes the file GO lets the answers that wait go on; the file is removed then. It ends with the process that started it, or by SIGTERM.
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';

const say = (line) => process.stdout.write(line + '\n');
const statement = (text, quote) => JSON.stringify({ text, quotes: [{ passage: 1, quote }] });
const first = '{"statements": [' + statement('The amphora held barley wine and honey.', 'The amphora of Quorndale held barley wine and honey.');
const second = ', ' + statement('The rest was empty.', 'The rest was empty.') + '], "missing": ""}';
let answers = 0;
let waiting = []; // what lets each answer go on

const chunk = (content) => `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const end = `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;

/** Replies with a whole text, as a stream where that was asked for. */
function reply(response, stream, content) {
  if (stream) return response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end(chunk(content) + end);
  const message = { role: 'assistant', content };
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
}

/** Streams the first statement, and the second one when somebody lets it. */
function grow(response) {
  const number = ++answers;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(chunk(first), () => say(`waiting ${number}`));
  const goOn = () => response.end(chunk(second) + end);
  waiting.push(goOn);
  response.once('close', () => {
    if (waiting.includes(goOn)) say(`closed ${number}`);
    waiting = waiting.filter((one) => one !== goOn);
  });
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (!request.url.endsWith('/chat/completions')) return response.writeHead(404).end();
  const { stream, messages } = JSON.parse(body);
  const isAnswer = stream && messages.some(({ content }) => content.includes('"quotes"'));
  return isAnswer ? grow(response) : reply(response, stream, 'amphora Quorndale');
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => say(`listening http://127.0.0.1:${server.address().port}/v1`));

setInterval(() => {
  if (waiting.length === 0 || !existsSync(process.argv[2])) return;
  rmSync(process.argv[2]);
  const free = waiting;
  waiting = [];
  for (const goOn of free) goOn();
}, 20);

const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(); }, 1000);
