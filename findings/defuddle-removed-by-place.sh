#!/usr/bin/env bash
# defuddle 0.19.4 with jsdom 29.1.1, the same page read with @mozilla/readability 0.6.0 for comparison, seen on 2026-12-01.
#
# defuddle removes good sentences of an article because of their place. A `<time>` that is within 200 characters of the start or end of the
# text is removed from its sentence. A list of short items is removed if it is within 500 characters of the start or end, except below a
# heading or colon. In an article of more than 300 words, the last section is removed if it is short. In the middle, a paragraph that starts with
# "Originally published in" or "© 2026" removes all that follows. The debug output calls this "boundary date element", "blog metadata
# list", "trailing thin section" and "boilerplate text". The README's list of options lacks the one that prevents it,
# `removeContentPatterns: false`.
#
# Why it matters: dates, ingredients, prices and warnings are often at the start or end of a page, and what is left reads well. A test with
# a few paragraphs doesn't show all of it, and no class or id in the page gives a reason.
#
# Output:
#   Readability: Apply by 9 March, not later. | Never mix two cleaners. | Bleach | Ammonia | Warning | It burns the skin.
#   defuddle: Apply by , not later. | Never mix two cleaners.
#   without content patterns: Apply by 9 March, not later. | Never mix two cleaners. | Bleach | Ammonia | Warning | It burns the skin.
#   the text from "Originally published in 1843, it is the first program." on, Readability: 5 paragraphs
#   the text from "Originally published in 1843, it is the first program." on, defuddle: 0 paragraphs
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund defuddle@0.19.4 jsdom@29.1.1 @mozilla/readability@0.6.0 >/dev/null
cat >check.mjs <<'JS'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { JSDOM } from 'jsdom'

const address = 'https://example.com/cleaners'
const prose = `<p>This is a text of ordinary sentences, with commas and several words,
that is long enough to be the content of a page, as an article usually is.</p>`
const open = (text) => {
  const page = `<!doctype html><html lang="en"><head><title>How to clean</title></head>
<body><article><h1>How to clean</h1>${text}</article></body></html>`
  return new JSDOM(page, { url: address }).window.document
}
const readers = {
  Readability: (text) => new Readability(open(text)).parse().content,
  defuddle: async (text) => (await Defuddle(open(text), address)).content,
  'without content patterns': async (text) => (await Defuddle(open(text), address, { removeContentPatterns: false })).content,
}
/** Returns the texts of the blocks of a content, without the filler and the title. */
function blocks(content) {
  const texts = [...JSDOM.fragment(content).querySelectorAll('p, li, h2')].map((block) => block.textContent.trim())
  return texts.filter((text) => !/^(This is|How)/.test(text))
}

const short = `<p>Apply by <time datetime="2026-03-09">9 March</time>, not later.</p>
<p>Never mix two cleaners.</p><ul><li>Bleach</li><li>Ammonia</li></ul>${prose.repeat(14)}<h2>Warning</h2><p>It burns the skin.</p>`
for (const [name, read] of Object.entries(readers)) console.log(`${name}: ${blocks(await read(short)).join(' | ')}`)

const sentence = 'Originally published in 1843, it is the first program.'
const long = `${prose.repeat(6)}<p>${sentence}</p>${prose.repeat(4)}`
for (const name of ['Readability', 'defuddle']) {
  const paragraphs = (await readers[name](long)).match(/<p>/g).length - 6
  console.log(`the text from "${sentence}" on, ${name}: ${paragraphs} paragraphs`)
}
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
