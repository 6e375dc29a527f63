#!/usr/bin/env bash
# @mdream/js 1.7.2, its markdown rendered with commonmark 0.31.2, seen on 2026-11-29.
#
# White space at the inner edge of bold or italic text stays inside the marks. In CommonMark, `**` before a space doesn't open emphasis, so
# a reader sees the asterisks. White space before the closing tag is moved out, but white space after the opening tag isn't.
#
# Why it matters: editors of mails and content systems write such spaces all the time, mostly as `&nbsp;`. Marks that don't match also
# change what follows: a stray `**` pairs with the next one, and makes bold what wasn't.
#
# Output:
#   the<b> price </b>is: "the** price** is" is read as "the** price** is"
#   the <b>price </b>is: "the **price** is" is read as "the <strong>price</strong> is"
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @mdream/js@1.7.2 commonmark@0.31.2 >/dev/null
cat >check.mjs <<'JS'
import { htmlToMarkdown } from '@mdream/js'
import { HtmlRenderer, Parser } from 'commonmark'
for (const html of ['the<b> price </b>is', 'the <b>price </b>is']) {
  const result = htmlToMarkdown(`<p>${html}</p>`)
  const markdown = (result.markdown ?? result).trim()
  const read = new HtmlRenderer().render(new Parser().parse(markdown)).trim().replace(/<\/?p>/g, '')
  console.log(`${html}: ${JSON.stringify(markdown)} is read as ${JSON.stringify(read)}`)
}
JS
seen=$(node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
