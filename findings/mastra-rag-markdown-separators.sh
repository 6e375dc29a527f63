#!/usr/bin/env bash
# @mastra/rag 1.3.6 with @mastra/core 1.71.0, on Node 24.21.0, seen on 2026-11-30.
#
# Chunks of markdown don't contain the markdown. `MDocument.fromMarkdown(…).chunk()` splits at lines that start with the regular expression
# `#{1,6} `, and puts the pieces of a chunk together again with the text of this expression: the heading "## Price" becomes "#{1,6} Price",
# also in a document that fits into one chunk. At the start of a chunk, the marks are lost. The same happens to comments in a code block, one
# of which becomes a command here. The documentation says that headings and formatting are preserved. With `keepSeparator: 'start'`, they are.
#
# Why it matters: the chunks are what is embedded and what the model reads. The levels of headings are gone, code has changed, and a quoted
# line can't be found on the page.
#
# Output:
#   one chunk: "# Use\n\n```sh\n#{1,6} stop first\nmake stop\n#{1,6} then start\nmake start\n```\n\n#{1,6} Price\n\nIt costs 40."
#   at most 40 characters: "# Use\n\n```sh\n#{1,6} stop first\nmake stop" "then start\nmake start\n```" "Price\n\nIt costs 40."
#   keepSeparator 'start': "# Use\n\n```sh\n# stop first\nmake stop" "# then start\nmake start\n```" "## Price\n\nIt costs 40."
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --legacy-peer-deps @mastra/rag@1.3.6 @mastra/core@1.71.0 zod@4.6.7 node@24.21.0 >/dev/null
cat >chunks.mjs <<'JS'
import { MDocument } from '@mastra/rag'
const markdown = '# Use\n\n```sh\n# stop first\nmake stop\n# then start\nmake start\n```\n\n## Price\n\nIt costs 40.\n'
const chunks = async (name, options) => {
  const parts = await MDocument.fromMarkdown(markdown).chunk(options)
  console.log(`${name}: ${parts.map((part) => JSON.stringify(part.text)).join(' ')}`)
}
await chunks('one chunk')
await chunks('at most 40 characters', { strategy: 'markdown', maxSize: 40, overlap: 0 })
await chunks("keepSeparator 'start'", { strategy: 'markdown', maxSize: 40, overlap: 0, keepSeparator: 'start' })
JS
seen=$(node_modules/.bin/node chunks.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
