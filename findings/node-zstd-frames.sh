#!/usr/bin/env bash
# node 24.21.0 (zstd 1.5.7), seen on 2026-11-29. Node 26.10.0 reads all frames.
#
# A zstd stream may consist of several frames, and of skippable frames between them (RFC 8878, section 3.1; pzstd and seekable archives make
# such files). `zlib.gunzipSync` reads all members of a gzip stream. `zlib.zstdDecompressSync`, `zlib.zstdDecompress` and `fetch` return the
# first frame alone, without an error, and an empty text if the first frame is a skippable one. What the
# streaming decoder returns depends on the chunks that arrive: all frames if each is a separate chunk, the first if they arrive together.
#
# Why it matters: the same response of a server is whole or cut, depending on how the network splits it, and Node reports no error. A client
# that accepts `Content-Encoding: zstd` has to find the frames by their headers, or compare the number of bytes that were consumed.
#
# Output:
#   gzip, three members: first second third
#   zstd, three frames at once: first
#   zstd, three frames in three chunks: first second third
#   zstd, a skippable frame before the text: ""
#   fetch, three frames in one response: first
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >frames.mjs <<'JS'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createZstdDecompress, gunzipSync, gzipSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
const words = ['first', ' second', ' third'].map((word) => Buffer.from(word))
const frames = words.map((word) => zstdCompressSync(word))
const together = Buffer.concat(frames)
// The magic number of a skippable frame, the length of its content, and the content.
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7])
console.log(`gzip, three members: ${gunzipSync(Buffer.concat(words.map((word) => gzipSync(word))))}`)
console.log(`zstd, three frames at once: ${zstdDecompressSync(together)}`)
console.log(`zstd, three frames in three chunks: ${await text(Readable.from(frames).pipe(createZstdDecompress()))}`)
const afterSkippable = zstdDecompressSync(Buffer.concat([skippable, frames[0]]))
console.log(`zstd, a skippable frame before the text: ${JSON.stringify(afterSkippable.toString())}`)
const server = createServer((_, response) => response.setHeader('content-encoding', 'zstd').end(together)).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const response = await fetch(`http://127.0.0.1:${server.address().port}/`)
console.log(`fetch, three frames in one response: ${await response.text()}`)
server.close()
JS
seen=$(./node_modules/.bin/node frames.mjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
