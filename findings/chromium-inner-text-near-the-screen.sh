#!/usr/bin/env bash
# playwright-core 1.65.1 with Chromium 147 (@sparticuz/chromium 147.0.0), seen on 2026-12-01.
#
# `innerText` leaves out the parts of a page that are away from the screen if the page's style has `content-visibility: auto`, which web sites use in
# order to draw long pages faster. Scrolling to the end, which usually completes a page, doesn't help: then the end is read, and the beginning is
# left out. A heading in such a part has an empty `innerText`, although Playwright calls it visible. `textContent`, the aria snapshot and a
# selection of the whole page are complete.
#
# Why it matters: `innerText` is the shortest way to the visible text of a page, and how many agents and loaders read it. The text ends at a
# heading or the end of a paragraph, so that it looks complete, and a model says that the page doesn't mention the rest. How much is missing
# depends on the size of the window. Setting `content-visibility: visible` for all elements before reading avoids it.
#
# Output: the parts of 30 that are read.
#   innerText: 1, 2, 3, 4, 5
#   innerText after scrolling to the end: 26, 27, 28, 29, 30
#   innerText after scrolling back: 1, 2, 3, 4, 5
#   innerText of the heading of part 15: nothing, and it is visible
#   textContent: all
#   aria snapshot: all
#   a selection of the whole page: all
#   innerText with content-visibility set to visible: all
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @sparticuz/chromium@147.0.0 playwright-core@1.65.1 >/dev/null
cat >read.mjs <<'JS'
import sparticuz from '@sparticuz/chromium'
import { chromium } from 'playwright-core'

const numbers = Array.from({ length: 30 }, (_, index) => index + 1)
const parts = numbers.map((number) => `<section><h2>Part ${number}</h2>${'<p>Some words.</p>'.repeat(10)}</section>`)
const style = 'section { content-visibility: auto; contain-intrinsic-size: auto 400px }'
const read = (text) => {
  const found = text.match(/(?<=Part )\d+/g) ?? []
  return found.length === parts.length ? 'all' : found.join(', ') || 'nothing'
}

const args = ['--no-sandbox', '--disable-gpu', '--no-zygote', '--disable-dev-shm-usage']
const browser = await chromium.launch({ executablePath: await sparticuz.executablePath(), args })
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
const body = page.locator('body')
const scroll = async (y) => {
  await page.evaluate((top) => window.scrollTo(0, top), y)
  await page.waitForTimeout(500)
}
await page.setContent(`<style>${style}</style><h1>Title</h1>${parts.join('')}`)
await scroll(0)
console.log(`innerText: ${read(await body.innerText())}`)
await scroll(1_000_000)
console.log(`innerText after scrolling to the end: ${read(await body.innerText())}`)
await scroll(0)
console.log(`innerText after scrolling back: ${read(await body.innerText())}`)
const heading = page.locator('h2').nth(14)
const visible = (await heading.isVisible()) ? 'visible' : 'hidden'
console.log(`innerText of the heading of part 15: ${read(await heading.innerText())}, and it is ${visible}`)
console.log(`textContent: ${read(await body.textContent())}`)
console.log(`aria snapshot: ${read(await body.ariaSnapshot())}`)
const selected = await page.evaluate(() => {
  getSelection().selectAllChildren(document.body)
  const text = getSelection().toString()
  getSelection().empty()
  return text
})
console.log(`a selection of the whole page: ${read(selected)}`)
await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
console.log(`innerText with content-visibility set to visible: ${read(await body.innerText())}`)
await browser.close()
JS
seen=$(timeout 100 node read.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
