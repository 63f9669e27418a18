#!/usr/bin/env node
// usage: node slowmodel.mjs
//
// An OpenAI-compatible service on loopback that takes every chat completion and never answers it, to test that a
// question can be cancelled. It says on the standard output, a line each:
//
//   listening http://127.0.0.1:PORT/v1    the base_url to use
//   request N PATH                        request number N arrived, whole
//   closed N                              the client gave request N up
//
// It ends with the process that started it, or by SIGTERM.
import { createServer } from 'node:http';

const say = (line) => process.stdout.write(line + '\n');
let requests = 0;

const server = createServer((request, response) => {
  if (request.method !== 'POST' || !request.url.endsWith('/chat/completions')) {
    response.writeHead(404).end();
    return;
  }
  const number = ++requests;
  request.resume();
  request.once('end', () => say(`request ${number} ${request.url}`));
  response.once('close', () => say(`closed ${number}`));
});
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => say(`listening http://127.0.0.1:${server.address().port}/v1`));

const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(); }, 1000);
