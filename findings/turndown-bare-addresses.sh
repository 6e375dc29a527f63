#!/usr/bin/env bash
# turndown 7.2.5 and node-html-markdown 2.0.0, their markdown read with micromark 4.0.3 and micromark-extension-gfm 3.0.0, marked 18.2.1 and
# markdown-it 15.0.3 (with `linkify`), seen on 2026-11-30.
#
# An address in a page's text that isn't a link becomes a link to another address. The converters escape its underscores, as in all text
# ("a\_b"). But a reader with GFM or `linkify` makes a link of a bare address, and backslashes in such an address aren't escapes: they belong to
# it. The reader shows "a\_b" and links to "a%5C_b". All three readers agree. A mail address loses what is before its last underscore
# with marked. In an address that is the text of a link, and in a file name, the same backslashes are escapes, and disappear.
#
# Why it matters: pages of text, mails and READMEs have bare addresses, underscores are common in them, and the page at the new address doesn't
# exist. Nor can a model that copies the address from the markdown open it. Leave bare addresses unescaped, or write them as "<...>".
#
# Output:
#   turndown: at https://example.com/a\_b
#   node-html-markdown: at https://example.com/a\_b
#   micromark: at <a href="https://example.com/a%5C_b">https://example.com/a\_b</a>
#   marked: at <a href="https://example.com/a%5C_b">https://example.com/a\_b</a>
#   markdown-it: at <a href="https://example.com/a%5C_b">https://example.com/a\_b</a>
#   turndown: to ada\_b@example.com
#   marked: to ada_<a href="mailto:b@example.com">b@example.com</a>
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund turndown@7.2.5 node-html-markdown@2.0.0 micromark@4.0.3 micromark-extension-gfm@3.0.0 marked@18.2.1 \
  markdown-it@15.0.3 >/dev/null
cat >check.mjs <<'JS'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import Turndown from 'turndown'

const show = (name, text) => console.log(`${name}: ${text.trim().replace(/<\/?p>/g, '')}`)
const page = '<p>at https://example.com/a_b</p>'
const markdown = new Turndown().turndown(page)
show('turndown', markdown)
show('node-html-markdown', NodeHtmlMarkdown.translate(page))
show('micromark', micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }))
show('marked', marked.parse(markdown))
show('markdown-it', MarkdownIt({ linkify: true }).render(markdown))
const mail = new Turndown().turndown('<p>to ada_b@example.com</p>')
show('turndown', mail)
show('marked', marked.parse(mail))
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
