#!/usr/bin/env bash
# @chonkiejs/core 0.0.11 with @chonkiejs/chunk 0.9.3, seen on 2026-12-01.
#
# `RecursiveChunker` deletes letters and digits of a text with any character beyond ASCII, such as an umlaut, "€" or a curly quotation mark. The
# places to split at are counted in bytes, in which such a character is longer, but the string is cut by its characters, so that each later cut is
# too far to the right. Between words, the chunker takes out the spaces and puts them back later. Here, it takes out letters. It splits between
# words where a sentence, or a list without punctuation, is longer than `chunkSize`. Otherwise, only the ends of chunks are wrong: they are
# in the middle of words.
#
# Why it matters: prices and numbers change, the length of the text stays nearly the same, and tests with plain English pass. One quotation mark
# at the start is enough for a whole document. Search and embeddings work on words that don't exist. `SentenceChunker` with its default
# delimiters and `TokenChunker` keep the text.
#
# Output: chunks, divided by " / ".
#   size 40, English: The fee of 40 pounds is due by the end / of each month and is paid in cash
#   size 40, German: Die Gebühr  on  0  uro  st  is  um / nde  edes  onats  ällig u d w rd b r b / zahlt
#   the same, SentenceChunker: Die Gebühr von 40 Euro ist bis zum Ende jedes Monats fällig und wird bar bezahlt
#   default size, prices in $: Prices in $ 101 102 103 104 105 106 107
#   default size, prices in €: Prices in € 1 1 1 2 1 3 1 4 1 5 1 6 1 7
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --omit=optional @chonkiejs/core@0.0.11 @chonkiejs/chunk@0.9.3 >/dev/null
cat >chunks.mjs <<'JS'
import { RecursiveChunker, SentenceChunker } from '@chonkiejs/core'
async function show(name, Chunker, options, text, length = Number.POSITIVE_INFINITY) {
  const chunker = await Chunker.create(options)
  const chunks = await chunker.chunk(text)
  const shown = chunks.map((chunk) => chunk.text.trim()).join(' / ')
  console.log(`${name}: ${shown.slice(0, length)}`)
}
const german = 'Die Gebühr von 40 Euro ist bis zum Ende jedes Monats fällig und wird bar bezahlt'
await show('size 40, English', RecursiveChunker, { chunkSize: 40 }, 'The fee of 40 pounds is due by the end of each month and is paid in cash')
await show('size 40, German', RecursiveChunker, { chunkSize: 40 }, german)
await show('the same, SentenceChunker', SentenceChunker, { chunkSize: 40 }, german)
const prices = Array.from({ length: 200 }, (_, index) => 101 + index).join(' ')
await show('default size, prices in $', RecursiveChunker, {}, `Prices in $ ${prices}`, 39)
await show('default size, prices in €', RecursiveChunker, {}, `Prices in € ${prices}`, 39)
JS
seen=$(node chunks.mjs 2>/dev/null)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
