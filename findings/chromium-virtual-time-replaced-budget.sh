#!/usr/bin/env bash
# Chromium 147 (@sparticuz/chromium 147.0.0, driven with puppeteer-core 24.43.1), seen on 2026-11-29.
#
# A page's virtual time stops when a budget runs out that a later call of Emulation.setVirtualTimePolicy has replaced. The protocol's
# documentation says that a call "supersedes any previous time budget". However, the old budget's timer stays: after 1,000 ms were granted
# and then, at once, 5,000 ms, the clock stops after 1,000 ms with one virtualTimeBudgetExpired event, which doesn't say to which budget it
# belongs. With a single grant of 5,000 ms, the clock moves on by 5,000 ms.
#
# Why it matters: a program that extends a budget while a request is pending takes the event of the old budget for that of the new one,
# and reads the page before its timers have fired. Here, the page's content arrives 3,000 ms after its request is answered. Compare the page's clock
# with the time at which the last budget should end, and grant the rest again.
#
# Output:
#   granted 5000: the clock moved by 5000 ms, 1 event, the page is ready
#   granted 1000, 5000: the clock moved by 1000 ms, 1 event, the page is waiting
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @sparticuz/chromium@147.0.0 puppeteer-core@24.43.1 >/dev/null
cat >clock.mjs <<'JS'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import chromium from '@sparticuz/chromium'
import puppeteer from 'puppeteer-core'

const script = "fetch('/slow').then(() => setTimeout(() => { document.title = 'ready' }, 3000))"
let answer
const server = createServer((request, response) => {
  if (request.url === '/slow') answer = () => response.end()
  else response.setHeader('content-type', 'text/html').end(`<title>waiting</title><script>${script}</script>`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const browser = await puppeteer.launch({
  executablePath: await chromium.executablePath(),
  args: [...chromium.args, '--no-sandbox'],
  headless: 'shell',
})
for (const budgets of [[5000], [1000, 5000]]) {
  const page = await browser.newPage()
  const session = await page.createCDPSession()
  await page.goto(`http://127.0.0.1:${server.address().port}/`)
  let events = 0
  session.on('Emulation.virtualTimeBudgetExpired', () => events++)
  await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  const start = await page.evaluate(() => Date.now())
  for (const budget of budgets)
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget })
  await sleep(500)
  answer()
  await sleep(3000)
  const moved = (await page.evaluate(() => Date.now())) - start
  const count = `${events} event${events === 1 ? '' : 's'}`
  console.log(`granted ${budgets.join(', ')}: the clock moved by ${moved} ms, ${count}, the page is ${await page.title()}`)
  await page.close()
}
await browser.close()
server.close()
JS
seen=$(timeout 120 node clock.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
