#!/usr/bin/env node
// usage: node searxng.mjs
//
// A SearXNG on loopback, to test research in the web. The web that it knows is one page of its own, which it names
// whatever it is asked. It says on the standard output, a line each:
//
//   listening http://127.0.0.1:PORT    the searxng_url to use
//   searched QUERY                     it was asked
//   read PATH                          a page was asked for
//
// It ends with the process that started it, or by SIGTERM.
import { createServer } from 'node:http';

const say = (line) => process.stdout.write(line + '\n');
const title = 'The first zeppelin';
const page = `<!DOCTYPE html>
<html lang="en"><head><title>${title}</title></head>
<body><main><h1>${title}</h1>
<p>The zeppelin was invented by Ferdinand von Zeppelin, a retired general. His first one rose over the lake in 1900.</p>
</main></body></html>`;

const server = createServer((request, response) => {
  const own = `http://${request.headers.host}`;
  const { pathname, searchParams } = new URL(request.url, own);
  if (pathname === '/search') {
    say(`searched ${searchParams.get('q')}`);
    const results = [{ url: `${own}/zeppelin`, title, content: 'Who invented the zeppelin' }];
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ results }));
  }
  say(`read ${pathname}`);
  if (pathname !== '/zeppelin') return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
});
server.listen(0, '127.0.0.1', () => say(`listening http://127.0.0.1:${server.address().port}`));

const parent = process.ppid;
setInterval(() => { if (process.ppid !== parent) process.exit(); }, 1000);
