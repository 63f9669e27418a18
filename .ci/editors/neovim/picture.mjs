#!/usr/bin/env node
// usage: tmux capture-pane -e -p | node picture.mjs > screen.html
//
// Renders the cells of a terminal, with their colours, as a page.
import { readFileSync } from 'node:fs';

const plain = { fg: null, bg: null, bold: false, italic: false, underline: false, reverse: false };
const foreground = '#e0e2ea', background = '#14161b'; // Neovim's own dark colours
const basic = ['#07080d', '#ffc0b9', '#b3f6c0', '#fce094', '#a6dbff', '#ffcaff', '#8cf8f7', '#eef1f8'];

// colour reads 2;R;G;B or 5;N behind a 38 or 48.
function colour(codes) {
  if (codes.shift() === 2) return `rgb(${codes.splice(0, 3).join(',')})`;
  const n = codes.shift();
  if (n < 16) return basic[n % 8];
  if (n >= 232) return `rgb(${Array(3).fill(8 + 10 * (n - 232)).join(',')})`;
  const level = (i) => (i === 0 ? 0 : 55 + 40 * i);
  return `rgb(${[Math.floor((n - 16) / 36), Math.floor((n - 16) / 6) % 6, (n - 16) % 6].map(level).join(',')})`;
}

function change(style, codes) {
  while (codes.length) {
    const c = codes.shift();
    if (c === 0) Object.assign(style, plain);
    else if (c === 1) style.bold = true;
    else if (c === 3) style.italic = true;
    else if (c === 4) style.underline = true;
    else if (c === 7) style.reverse = true;
    else if (c === 22) style.bold = false;
    else if (c === 23) style.italic = false;
    else if (c === 24) style.underline = false;
    else if (c === 27) style.reverse = false;
    else if (c === 38) style.fg = colour(codes);
    else if (c === 48) style.bg = colour(codes);
    else if (c === 39) style.fg = null;
    else if (c === 49) style.bg = null;
    else if (c >= 30 && c <= 37) style.fg = basic[c - 30];
    else if (c >= 40 && c <= 47) style.bg = basic[c - 40];
    else if (c >= 90 && c <= 97) style.fg = basic[c - 90];
  }
}

function css(s) {
  let [fg, bg] = [s.fg ?? foreground, s.bg ?? background];
  if (s.reverse) [fg, bg] = [bg, fg];
  return `color:${fg};background:${bg}` + (s.bold ? ';font-weight:bold' : '') +
    (s.italic ? ';font-style:italic' : '') + (s.underline ? ';text-decoration:underline' : '');
}

const escape = (text) => text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

const style = { ...plain };
const lines = readFileSync(0, 'utf8').replace(/\n$/, '').split('\n').map((line) => {
  let html = '';
  for (const part of line.replace(/\x1b[()].|[\x0e\x0f]/g, '').split(/(\x1b\[[\d;:]*m)/)) {
    const sgr = part.match(/^\x1b\[([\d;:]*)m$/);
    if (sgr) change(style, sgr[1].split(/[;:]/).map(Number));
    else if (part) html += `<span style="${css(style)}">${escape(part)}</span>`;
  }
  return `<div>${html || ' '}</div>`;
});
process.stdout.write(`<!doctype html><meta charset="utf-8"><style>
body { margin: 0; padding: 10px; background: ${background}; color: ${foreground}; font: 15px/19px "DejaVu Sans Mono", monospace; }
div { white-space: pre; height: 19px; }
</style>${lines.join('\n')}\n`);
