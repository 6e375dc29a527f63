#!/usr/bin/env bash
# @extractus/article-extractor 9.0.1, the same page read with its version 8.0.20 and with what it is based on (@mozilla/readability 0.6.0 with
# linkedom 0.18.15) for comparison, seen on 2026-12-01.
#
# Version 9 deletes words from the middle of sentences. An element whose tag isn't in a list of allowed tags is removed with its text, and
# the list lacks many elements of ordinary prose: `kbd`, `mark`, `q`, `time`, `cite`, `del`, `ins`, `s`, `address`, and `dt`, although `dd` is
# in it. The README says "Disallowed tags are removed (not escaped)", and version 8, which used sanitize-html, removed only the tags.
# Readability, which has found the article before, keeps all of these words.
#
# In addition, version 9 removes the indentation of code. Version 8 removed only its blank lines.
#
# Why it matters: what remains is a correct sentence with another meaning ("It is safe"), and a short page of plain paragraphs, as tests have,
# shows nothing of it. Pass `allowedTags` with every element that can contain text. Nothing brings the indentation back.
#
# Output:
#   Readability: Press Ctrl+C by 9 March. | It is not safe: "keep cold" is on it. | Voltage 230
#   version 8: Press Ctrl+C by 9 March. | It is not safe: "keep cold" is on it. | Voltage 230
#   version 9: Press by . | It is safe: "" is on it. | 230
#   version 8, code: "if x:\n    y = 1\nz = 2"
#   version 9, code: "if x:\ny = 1\nz = 2"
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund version9@npm:@extractus/article-extractor@9.0.1 version8@npm:@extractus/article-extractor@8.0.20 \
  @mozilla/readability@0.6.0 linkedom@0.18.15 >/dev/null
cat >check.mjs <<'JS'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import * as version8 from 'version8'
import * as version9 from 'version9'

const prose = '<p>This is a text of ordinary sentences, with commas, that is long enough to be the content of a page, as an article is.</p>'
const page = `<!doctype html><html lang="en"><head><title>How the heater works</title></head><body><article><h1>How the heater works</h1>
${prose.repeat(5)}<p>Press <kbd>Ctrl+C</kbd> by <time datetime="2026-03-09">9 March</time>.</p>
<p>It is <mark>not</mark> safe: "<q>keep cold</q>" is on it.</p><dl><dt>Voltage</dt> <dd>230</dd></dl>
<pre><code>if x:\n    y = 1\n\nz = 2</code></pre>${prose.repeat(3)}</article></body></html>`

const contents = { Readability: new Readability(parseHTML(page).document).parse().content }
for (const [name, { extractFromHtml }] of Object.entries({ 'version 8': version8, 'version 9': version9 })) {
  contents[name] = (await extractFromHtml(page, 'https://example.com/heater')).content
}
for (const [name, content] of Object.entries(contents)) {
  const blocks = content.match(/<p>(?:Press|It is)[^]*?<\/p>|<dl>[^]*?<\/dl>/g)
  console.log(`${name}: ${blocks.map((block) => block.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim()).join(' | ')}`)
}
for (const name of ['version 8', 'version 9']) console.log(`${name}, code: ${JSON.stringify(contents[name].match(/<code>([^]*)<\/code>/)[1])}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
