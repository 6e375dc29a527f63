/**
 * Writes the documents and their truth: `WRITERS_PACKAGES=FOLDER node bench/documents/writers/make.mjs OUTPUT [ID…]`.
 * FOLDER is where the packages of `package.json` are installed. Also needs the Debian packages weasyprint, wkhtmltopdf, pandoc, groff,
 * ruby-asciidoctor-pdf, chromium-headless-shell and libreoffice-{writer,calc,impress}-nogui.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Composer } from './genres.ts'
import { docx } from './render/docx.mjs'
import { closeBrowser, printed, weasyprint, wkhtmltopdf } from './render/html.mjs'
import { jspdf, pdfkit, pdfmake } from './render/libraries.mjs'
import { asciidoctor, groff, pandoc } from './render/markup.mjs'
import { converted, pptx, xlsx } from './render/office.mjs'
import { reactPdf } from './render/react-pdf.mjs'
import { pdfFilter } from './render/tools.mjs'
import { typst } from './render/typst.mjs'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'
import { ar, ja, zh } from './texts/other.ts'
import { es, fr } from './texts/romance.ts'

const pools = { ar, de, en, es, fr, ja, zh }
const texts = ['report', 'invoice', 'manual', 'statement', 'minutes', 'paper', 'prices', 'thesis', 'form', 'letter']
const latin = ['en', 'de', 'en', 'fr', 'en', 'es']
const all = ['en', 'de', 'ja', 'fr', 'en', 'zh', 'es', 'ar']
const fixed = ['notes', 'header', 'footer', 'page', 'stamp', 'side']

/** Each writer: how many documents, their kind, their genres and languages, and what it can't write. */
const writers = {
  typst: { count: 10, write: typst, genres: texts, langs: all, lacks: [] },
  // WeasyPrint 57 maps Arabic ligatures to wrong characters.
  weasyprint: {
    count: 8,
    write: weasyprint,
    genres: texts,
    langs: all.filter((lang) => lang !== 'ar'),
    lacks: ['notes'],
  },
  wkhtmltopdf: {
    count: 7,
    write: wkhtmltopdf,
    genres: texts,
    langs: latin,
    lacks: ['notes', 'header', 'footer', 'page', 'columns'],
  },
  'chromium-tagged': { count: 8, write: printed(true), genres: texts, langs: all, lacks: ['notes', 'side'] },
  chromium: { count: 6, write: printed(false), genres: texts, langs: all, lacks: ['notes', 'side'] },
  'writer-tagged': {
    count: 7,
    write: converted(docx, 'docx', pdfFilter('writer', true)),
    genres: texts,
    langs: all,
    lacks: ['stamp'],
  },
  writer: {
    count: 6,
    write: converted(docx, 'docx', pdfFilter('writer', false)),
    genres: texts,
    langs: all,
    lacks: ['stamp'],
  },
  calc: {
    count: 6,
    write: converted(xlsx, 'xlsx', pdfFilter('calc', false)),
    genres: ['workbook'],
    langs: latin,
    lacks: ['notes', 'stamp', 'footer', 'heading'],
  },
  impress: {
    count: 4,
    write: converted(pptx, 'pptx', pdfFilter('impress', true)),
    genres: ['slides'],
    langs: latin,
    lacks: ['notes', 'stamp', 'header', 'footer'],
  },
  groff: { count: 4, write: groff, genres: texts, langs: latin, lacks: ['stamp'] },
  asciidoctor: {
    count: 5,
    write: asciidoctor,
    genres: texts,
    langs: latin,
    lacks: ['notes', 'header', 'footer', 'stamp', 'columns'],
  },
  pdfmake: { count: 4, write: pdfmake, genres: texts, langs: latin, lacks: ['notes', 'side', 'columns'] },
  jspdf: {
    count: 4,
    write: jspdf,
    genres: ['invoice', 'statement', 'minutes', 'prices'],
    langs: latin,
    lacks: ['notes', 'footer', 'stamp', 'code'],
  },
  pdfkit: {
    count: 3,
    write: pdfkit,
    genres: ['invoice', 'manual', 'minutes'],
    langs: latin,
    lacks: ['notes', 'footer', 'side'],
  },
  'react-pdf': {
    count: 3,
    write: reactPdf,
    genres: ['invoice', 'report', 'form'],
    langs: latin,
    lacks: ['notes', 'footer', 'side', 'code'],
  },
  'pandoc-docx': {
    count: 3,
    kind: 'docx',
    write: pandoc('docx'),
    genres: texts,
    langs: all,
    lacks: ['header', 'footer', 'page', 'stamp', 'columns'],
  },
  'pandoc-odt': {
    count: 3,
    kind: 'odt',
    write: pandoc('odt'),
    genres: texts,
    langs: all,
    lacks: ['header', 'footer', 'page', 'stamp', 'columns'],
  },
  'pandoc-epub': {
    count: 3,
    kind: 'epub',
    write: pandoc('epub'),
    hasTitlePage: true,
    genres: texts,
    langs: all,
    lacks: ['header', 'footer', 'page', 'stamp', 'columns'],
  },
  'pandoc-rtf': {
    count: 2,
    kind: 'rtf',
    write: pandoc('rtf'),
    genres: texts,
    langs: latin,
    lacks: ['header', 'footer', 'page', 'stamp', 'columns'],
  },
  docx: { count: 5, kind: 'docx', write: docx, genres: texts, langs: all, lacks: ['stamp'] },
  'writer-odt': {
    count: 4,
    kind: 'odt',
    write: converted(docx, 'docx', 'odt'),
    genres: texts,
    langs: all,
    lacks: ['stamp'],
  },
  'writer-rtf': {
    count: 3,
    kind: 'rtf',
    write: converted(docx, 'docx', 'rtf'),
    genres: texts,
    langs: latin,
    lacks: ['stamp'],
  },
  exceljs: { count: 3, kind: 'xlsx', write: xlsx, genres: ['workbook'], langs: latin, lacks: fixed },
  'calc-ods': {
    count: 2,
    kind: 'ods',
    write: converted(xlsx, 'xlsx', 'ods'),
    genres: ['workbook'],
    langs: latin,
    lacks: fixed,
  },
  pptxgenjs: { count: 3, kind: 'pptx', write: pptx, genres: ['slides'], langs: latin, lacks: fixed },
  'impress-odp': {
    count: 2,
    kind: 'odp',
    write: converted(pptx, 'pptx', 'odp'),
    genres: ['slides'],
    langs: latin,
    lacks: fixed,
  },
  'impress-pptx': {
    count: 2,
    kind: 'pptx',
    write: converted(pptx, 'pptx', 'pptx'),
    genres: ['slides'],
    langs: latin,
    lacks: fixed,
  },
}

/** Leaves out what the writer can't write, so that the truth is what the document shows. */
function fit(source, lacks) {
  const has = (part) => !lacks.includes(part)
  const { header, footer, page, stamp, look, blocks, ...rest } = source
  const isKept = ({ type }) => (type === 'code' ? has('code') : type === 'heading' ? has('heading') : true)
  return {
    ...rest,
    look: { ...look, columns: has('columns') ? look.columns : 1 },
    blocks: blocks.filter(isKept).map(({ note, ...block }) => (note && has('notes') ? { ...block, note } : block)),
    ...(header && has('header') ? { header } : {}),
    ...(footer && has('footer') ? { footer } : {}),
    ...(page && has('page') ? { page } : {}),
    ...(stamp && has('stamp') && (has('side') || !stamp.isAtSide) ? { stamp } : {}),
  }
}

function plan() {
  let at = 0
  return Object.entries(writers).flatMap(
    ([writer, { count, kind = 'pdf', hasTitlePage, genres, langs, lacks, write }], turn) =>
      Array.from({ length: count }, (_, number) => {
        const genre = genres[(number + turn * 3) % genres.length]
        const lang = langs[(number + turn) % langs.length]
        const source = new Composer(pools[lang], 1000 + at).compose(genre)
        const id = `${writer}-${number + 1}-${genre}-${lang}`
        // Sheets have names, but a printout doesn't show them.
        const shown = fit(
          source,
          lacks.filter((part) => part !== 'heading'),
        )
        const truth = { id, file: `${id}.${kind}`, kind, writer, held: at++ % 2 === 1, ...fit(source, lacks) }
        if (hasTitlePage) {
          shown.title = pools[lang].organization
          truth.blocks = [{ type: 'heading', level: 1, text: shown.title }, ...truth.blocks]
        }
        return { write, source: shown, truth }
      }),
  )
}

const [folder, ...only] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const index = join(folder, 'index.json')
const made = new Map(
  (existsSync(index) ? JSON.parse(readFileSync(index, 'utf8')) : []).map((truth) => [truth.id, truth]),
)
for (const { write, source, truth } of plan().filter(
  ({ truth }) => only.length === 0 || only.some((part) => truth.id.startsWith(part)),
)) {
  try {
    await write(source, join(folder, truth.file))
    made.set(truth.id, truth)
  } catch (error) {
    process.stderr.write(`${truth.id}: ${error.stack.slice(0, 700)}\n`)
    process.exitCode = 1
  }
}
await closeBrowser()
const order = new Map(plan().map(({ truth }, at) => [truth.id, at]))
const sorted = [...made.values()].filter(({ id }) => order.has(id)).sort((a, b) => order.get(a.id) - order.get(b.id))
writeFileSync(index, `[\n${sorted.map((truth) => JSON.stringify(truth)).join(',\n')}\n]\n`)
process.stdout.write(`${sorted.length} documents in ${folder}\n`)
