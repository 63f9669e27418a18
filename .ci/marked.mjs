// usage: node marked.mjs OUTPUTS ALLOWED, beside node_modules/marked
// Reads OUTPUTS, a file of JSON strings, one a line, each Markdown that we wrote, and counts what marked finds in them that
// would be fetched, followed or run: images, HTML, and links whose target does not start with ALLOWED.
import fs from 'node:fs'
import { marked } from 'marked'

const [outputs, allowed] = process.argv.slice(2)
const counts = { texts: 0, nodes: 0, links: 0, active: 0 }
const firstFinds = []

for (const line of fs.readFileSync(outputs, 'utf8').split('\n')) {
  if (line === '') continue
  const markdown = JSON.parse(line)
  counts.texts++
  marked.walkTokens(marked.lexer(markdown, { gfm: true }), (token) => {
    counts.nodes++
    if (token.type === 'link' && token.href.startsWith(allowed)) counts.links++
    else if (['image', 'html', 'link', 'def'].includes(token.type)) {
      counts.active++
      if (firstFinds.length < 5) firstFinds.push({ found: token.type, raw: token.raw.slice(0, 200), markdown: markdown.slice(0, 1000) })
    }
  })
}

console.log(`${counts.texts} texts, ${counts.nodes} nodes, ${counts.links} allowed links, ${counts.active} active nodes`)
for (const find of firstFinds) console.log(JSON.stringify(find))
process.exit(counts.texts > 0 && counts.links > 0 && counts.active === 0 ? 0 : 1)
