// Packs PDF's predefined CMaps into one file in src/documents/pdf/: node scripts/pdf/pack-cmaps.mjs FOLDER, where FOLDER is cmaps/ in the
// npm package pdfjs-dist, in the version that unpdf contains (its `version`). The CMaps are Adobe's, and the binary form is pdf.js's.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the CMaps: node_modules/pdfjs-dist/cmaps')
const target = fileURLToPath(new URL('../../src/documents/pdf/', import.meta.url))

const extension = '.bcmap'
const names = readdirSync(folder)
  .filter((name) => name.endsWith(extension))
  .sort()
const files = names.map((name) => readFileSync(join(folder, name)))
// The first line lists the length of each CMap in file order.
const index = Object.fromEntries(names.map((name, n) => [name.slice(0, -extension.length), files[n].length]))
const packed = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files])
const compressed = brotliCompressSync(packed, {
  params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: packed.length },
})
writeFileSync(join(target, 'predefined-cmaps.br'), compressed)
copyFileSync(join(folder, 'LICENSE'), join(target, 'predefined-cmaps.license.txt'))
process.stdout.write(`pack-cmaps: ${names.length} CMaps, ${packed.length} bytes, compressed ${compressed.length}\n`)
