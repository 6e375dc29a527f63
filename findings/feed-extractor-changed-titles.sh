#!/usr/bin/env bash
# @extractus/feed-extractor 8.0.3, the same feed read with feedparser 2.6.0 for comparison, seen on 2026-12-01.
#
# A title, description or `guid` that looks like a number is read as one, and then made a string again, which is what the types promise: the
# release 1.10 becomes 1.1, 2.0 becomes 2, the film 007 becomes 7, the commit 12345e6 becomes 12345000000, and the title "0" is empty. A
# `guid` that starts with a zero becomes the `guid` of another item.
#
# In addition, the link of an Atom entry is its first `<link>` of any kind, for example the recording of a podcast. Content in XHTML is left
# out, and the paragraphs of content in HTML are joined without a space.
#
# Why it matters: feeds of releases have such titles, and the wrong one is often a version that exists. Most titles don't change, so
# tests pass. `xmlParserOptions: { parseTagValue: false }` keeps the texts.
#
# Output:
#   titles, feedparser: 1.1, 1.10, 2.0, 007, 12345e6, 0, 2.1.0
#   titles, feed-extractor: 1.1, 1.1, 2, 7, 12345000000, , 2.1.0
#   titles, with parseTagValue: 1.1, 1.10, 2.0, 007, 12345e6, 0, 2.1.0
#   guids 012 and 12: 12, 12
#   link, feedparser: https://example.com/post
#   link, feed-extractor: https://example.com/post.mp3
#   description of <p>Qty 3</p><p>120 EUR</p>: "Qty 3120 EUR"
#   description of the same as XHTML: ""
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @extractus/feed-extractor@8.0.3 feedparser@2.6.0 >/dev/null
cat >check.mjs <<'JS'
import { extractFromXml } from '@extractus/feed-extractor'
import FeedParser from 'feedparser'

const day = '2026-03-09T00:00:00Z'
const entry = (title, more) => `<entry><id>urn:${title}</id><title>${title}</title><updated>${day}</updated>${more}</entry>`
const atom = (entries) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><id>urn:feed</id><updated>${day}</updated>${entries.join('')}</feed>`
async function feedparser(xml) {
  const parser = new FeedParser({})
  parser.end(xml)
  const entries = []
  for await (const one of parser) entries.push(one)
  return entries
}
const titles = (entries) => entries.map(({ title }) => title).join(', ')

const link = '<link href="https://example.com/"/>'
const releases = atom(['1.1', '1.10', '2.0', '007', '12345e6', '0', '2.1.0'].map((title) => entry(title, link)))
console.log(`titles, feedparser: ${titles(await feedparser(releases))}`)
console.log(`titles, feed-extractor: ${titles(extractFromXml(releases).entries)}`)
const xmlParserOptions = { parseTagValue: false }
console.log(`titles, with parseTagValue: ${titles(extractFromXml(releases, { xmlParserOptions }).entries)}`)

const items = ['012', '12'].map((guid) => `<item><title>Item</title><guid isPermaLink="false">${guid}</guid></item>`)
const rss = `<rss version="2.0"><channel><title>Feed</title><link>https://example.com/</link><description>Feed</description>
${items.join('')}</channel></rss>`
console.log(`guids 012 and 12: ${extractFromXml(rss).entries.map(({ id }) => id).join(', ')}`)

const links = `<link rel="enclosure" type="audio/mpeg" href="https://example.com/post.mp3"/>
<link rel="alternate" href="https://example.com/post"/>`
const podcast = atom([entry('Post', links)])
console.log(`link, feedparser: ${(await feedparser(podcast))[0].link}`)
console.log(`link, feed-extractor: ${extractFromXml(podcast).entries[0].link}`)

const html = '<p>Qty 3</p><p>120 EUR</p>'
const description = (content) => JSON.stringify(extractFromXml(atom([entry('Post', content)])).entries[0].description)
console.log(`description of ${html}: ${description(`<content type="html">${html.replace(/</g, '&lt;')}</content>`)}`)
const xhtml = `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${html}</div></content>`
console.log(`description of the same as XHTML: ${description(xhtml)}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
