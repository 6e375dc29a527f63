/** Reads one document with one program in a separate process, and prints the result: `node peer-process.ts NAME PATH KIND PEERS`. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gleanerReader } from './gleaner.ts'

const [name = '', path = '', kind = '', peers = ''] = process.argv.slice(2)
/** Packages that are installed outside the repository have no types here. */
// biome-ignore lint/suspicious/noExplicitAny: what they export is theirs
const load = (what: string): any => createRequire(`${peers}/package.json`)(what)

const gleaner = gleanerReader()

const readers: Record<string, (bytes: Buffer) => Promise<string>> = {
  gleaner: async (bytes) => (await gleaner.read(bytes, kind)).markdown,
  pdftotext: async () =>
    execFileSync('pdftotext', ['-layout', '-enc', 'UTF-8', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }),
  pdf2md: async (bytes) => load('@opendocsg/pdf2md')(bytes),
  async 'pdf-parse'(bytes) {
    const { PDFParse } = load('pdf-parse')
    return (await new PDFParse({ data: new Uint8Array(bytes) }).getText()).text
  },
  async officeparser(bytes) {
    const { OfficeParser } = load('officeparser')
    const { value } = await (await OfficeParser.parseOffice(bytes, { fileType: kind })).to('md')
    // This program's headings end with anchors in a syntax that GFM doesn't have.
    return value.replace(/^(#{1,6} .*?) \{#[^}]*\}$/gm, '$1')
  },
  async mammoth(bytes) {
    const { value } = await load('mammoth').convertToHtml({ buffer: bytes })
    const turndown = new (load('turndown'))({ headingStyle: 'atx' })
    turndown.use(load('turndown-plugin-gfm').gfm)
    return turndown.turndown(value)
  },
}

const bytes = readFileSync(path)
/** Reads twice, because a program loads code for its first document, while a running service has already loaded it. */
async function time(): Promise<[ms: number, markdown: string | undefined]> {
  const startedAt = performance.now()
  // Some programs take ownership of the buffer.
  const markdown = await readers[name]?.(Buffer.from(bytes))
  return [performance.now() - startedAt, markdown]
}

const [firstMs] = await time()
const [ms, markdown] = await time()
const peakMb = process.resourceUsage().maxRSS / 1024
process.stdout.write(`\n${JSON.stringify({ markdown, firstMs, ms, peakMb })}\n`, () => process.exit())
