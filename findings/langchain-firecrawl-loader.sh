#!/usr/bin/env bash
# @langchain/community 1.1.29 with @mendable/firecrawl-js 4.42.0 (allowed by its peer range ^4.15.2) and @langchain/core 1.4.0, seen on 2026-11-29.
#
# `FireCrawlLoader` with `mode: 'scrape'` fails for every page, also when the server answers 200 with `success: true` and the page. The loader
# reads `success` from what the client's `scrapeUrl` returns. Clients of version 4 return the document itself, without that field, so the loader
# throws an error that ends in "undefined", after the page was fetched and paid for.
#
# Why it matters: a server that is compatible with Firecrawl's API works with Firecrawl's own client, and not with this loader. It helps if the
# server repeats `success` inside `data`, where Firecrawl's API doesn't have it, because the client passes on all fields of `data`.
#
# Output:
#   firecrawl-js: {"markdown":"# Oak","metadata":{"title":"Oak"}}
#   LangChain: Firecrawl: Failed to scrape URL. Error: undefined
#   LangChain, with success inside data: [{"pageContent":"# Oak","metadata":{"title":"Oak"}}]
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# Without the many optional peers of the community package.
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps \
  @langchain/community@1.1.29 @langchain/core@1.4.0 @mendable/firecrawl-js@4.42.0 >/dev/null
cat >load.mjs <<'JS'
import { createServer } from 'node:http'
import { FireCrawlLoader } from '@langchain/community/document_loaders/web/firecrawl'
import Firecrawl from '@mendable/firecrawl-js'
const page = { markdown: '# Oak', metadata: { title: 'Oak' } }
let data = page
const server = createServer((request, response) => {
  const answer = JSON.stringify({ success: true, data })
  request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const options = { apiKey: 'fc-none', apiUrl: `http://127.0.0.1:${server.address().port}` }
const url = 'https://example.com/'
console.log(`firecrawl-js: ${JSON.stringify(await new Firecrawl(options).scrapeUrl(url))}`)
const load = () => new FireCrawlLoader({ ...options, url, mode: 'scrape' }).load().then(JSON.stringify, ({ message }) => message)
console.log(`LangChain: ${await load()}`)
data = { success: true, ...page }
console.log(`LangChain, with success inside data: ${await load()}`)
server.close()
JS
seen=$(node load.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
