#!/usr/bin/env bash
# Chromium 156.0.8078.108 (Debian's chromium-headless-shell 156.0.8078.108-1~deb12u1), driven with puppeteer-core 24.43.1, seen on 2026-11-29.
#
# A text fragment (#:~:text=…) doesn't find text that a reader sees as one line and that the clipboard copies as one line, if an element in it
# lays out its own box: a line break, an inline block or a ruby annotation ends the searched run, and a space in the fragment doesn't match
# the gap. In preformatted text, white space has to be repeated exactly. A range of two such pieces (text=start,end) is found. On the other
# hand, accents, curly quotation marks and ligatures are ignored, so that "cafe" is found in "café", even if a later "cafe" is meant.
#
# Why it matters: a link to a passage is usually built from the copied text, and silently opens the top of the page. Split the
# passage at such elements, and name only its start and end.
#
# Output:
#   a line break: not found
#   a line break, as a range: found
#   an inline block: not found
#   an inline block, as a range: found
#   a ruby annotation: not found
#   preformatted, one space: not found
#   preformatted, as written: found
#   an accent more: found
#   a soft hyphen more: found
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# The libraries that Chromium depends on must be installed.
version=156.0.8078.108-1~deb12u1
apt-get download "chromium-headless-shell=$version" "chromium-common=$version" >/dev/null 2>&1
for package in *.deb; do dpkg-deb -x "$package" debian; done
npm init -y >/dev/null
npm install --silent --no-audit --no-fund puppeteer-core@24.43.1 pngjs@7.0.0 >/dev/null
cat >check.mjs <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { PNG } from 'pngjs'
import puppeteer from 'puppeteer-core'

const cases = [
  ['a line break', '<p>Main Street 5<br>London', 'Street 5 London'],
  ['a line break, as a range', '<p>Main Street 5<br>London', 'Street 5,London'],
  ['an inline block', '<p>press <b style="display: inline-block">Save</b> twice', 'press Save twice'],
  ['an inline block, as a range', '<p>press <b style="display: inline-block">Save</b> twice', 'press,twice'],
  ['a ruby annotation', '<p><ruby>東京<rt>Tokyo</rt></ruby>です', '東京です'],
  ['preformatted, one space', '<pre>name    value</pre>', 'name value'],
  ['preformatted, as written', '<pre>name    value</pre>', 'name    value'],
  ['an accent more', '<p>at the caf\u00e9 nearby', 'the cafe nearby'],
  ['a soft hyphen more', '<p>the super\u00admarket chain', 'the supermarket chain'],
]
const style = '<style>::target-text { background: rgb(254, 1, 253); color: black }</style>'
const server = createServer((request, response) => {
  const [, html] = cases[Number(request.url.slice(1))] ?? [, '']
  response.setHeader('content-type', 'text/html; charset=utf-8').end(`<!doctype html><title>t</title>${style}${html}`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const executablePath = 'debian/usr/lib/chromium/chromium-headless-shell'
const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox'], headless: 'shell' })
for (const [at, [name, , text]] of cases.entries()) {
  const page = await browser.newPage()
  const fragment = text.split(',').map(encodeURIComponent).join(',')
  await page.goto(`http://127.0.0.1:${server.address().port}/${at}#:~:text=${fragment}`)
  await sleep(700)
  const { data } = PNG.sync.read(Buffer.from(await page.screenshot()))
  const isMarked = data.some((red, n) => n % 4 === 0 && red === 254 && data[n + 1] === 1 && data[n + 2] === 253)
  console.log(`${name}: ${isMarked ? 'found' : 'not found'}`)
  await page.close()
}
await browser.close()
server.close()
JS
seen=$(timeout 180 node check.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
