#!/usr/bin/env bash
# rss-parser 3.13.0, the same feed read with feedparser 2.6.0 for comparison, seen on 2026-11-30.
#
# In an Atom feed whose content is XHTML (`type="xhtml"`, RFC 4287, section 3.1.1.3), rss-parser moves the words. It reads the feed into an
# object per element, in which the text of a paragraph is one string and its elements are lists by name, and then writes the content again
# from that: first all text, then each bold word, then each italic one, and of a page all paragraphs before all lists. `content` is
# well-formed HTML, and `contentSnippet` is made from it. Content as escaped HTML (`type="html"`) keeps its order.
#
# In addition, `contentSnippet` of a plain text is what remains after everything from "<" to ">" is taken for a tag.
#
# Why it matters: the result is a fluent text with other words in it, without an error, and only in feeds of this one type. A warning loses
# its "not", and amounts move to other sentences.
#
# Output:
#   rss-parser, XHTML: <p>Do  mix with acid. Take  ml of A and  ml of B.<b>not</b><b>5</b><i>20</i></p><p>Then stop.</p><ul><li>Wait.</li></ul>
#   rss-parser, snippet: Do  mix with acid. Take  ml of A and  ml of B.not520
#   rss-parser, HTML: <p>Do <b>not</b> mix with acid. Take <b>5</b> ml of A and <i>20</i> ml of B.</p><ul><li>Wait.</li></ul><p>Then stop.</p>
#   feedparser, XHTML: <p>Do <b>not</b> mix with acid. Take <b>5</b> ml of A and <i>20</i> ml of B.</p><ul><li>Wait.</li></ul><p>Then stop.</p>
#   rss-parser, snippet of the text "if a < 5 and b > 3, stop": if a  3, stop
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rss-parser@3.13.0 feedparser@2.6.0 >/dev/null
cat >check.mjs <<'JS'
import FeedParser from 'feedparser'
import Parser from 'rss-parser'

const html =
  '<p>Do <b>not</b> mix with acid. Take <b>5</b> ml of A and <i>20</i> ml of B.</p><ul><li>Wait.</li></ul><p>Then stop.</p>'
const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const feed = (content) => `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><id>urn:feed</id><updated>2026-03-09T00:00:00Z</updated>
<entry><title>Entry</title><id>urn:entry</id><updated>2026-03-09T00:00:00Z</updated>${content}</entry></feed>`
const xhtml = feed(`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${html}</div></content>`)
const withoutDivs = (content) => content.replace(/<\/?div[^>]*>/g, '')

const read = async (text) => (await new Parser().parseString(text)).items[0]
const entry = await read(xhtml)
console.log(`rss-parser, XHTML: ${withoutDivs(entry.content)}`)
console.log(`rss-parser, snippet: ${entry.contentSnippet.split('\n')[0]}`)
console.log(`rss-parser, HTML: ${(await read(feed(`<content type="html">${escaped(html)}</content>`))).content}`)
const other = new FeedParser({})
const readable = new Promise((resolve) => other.once('readable', resolve))
other.end(xhtml)
await readable
console.log(`feedparser, XHTML: ${withoutDivs(other.read().description)}`)
const text = 'if a < 5 and b > 3, stop'
const { contentSnippet } = await read(feed(`<content type="text">${escaped(text)}</content>`))
console.log(`rss-parser, snippet of the text ${JSON.stringify(text)}: ${contentSnippet}`)
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
