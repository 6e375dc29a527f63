/** Converts the flat documents in `made/` with LibreOffice, and derives more documents from its PDFs with qpdf and poppler. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface MadeDocument {
  /** `report.tagged.pdf` */
  name: string
  path: string
}

const sources = fileURLToPath(new URL('made/', import.meta.url))

/** Arguments for `soffice --convert-to` by extension. `*` becomes the program's name. The file name keeps only the extension's last part. */
const filters: Readonly<Record<string, string>> = {
  odt: 'odt',
  docx: 'docx:MS Word 2007 XML',
  rtf: 'rtf:Rich Text Format',
  epub: 'epub',
  pdf: 'pdf:*_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"false"}}',
  'tagged.pdf': 'pdf:*_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}',
  'locked.pdf':
    'pdf:*_pdf_Export:{"EncryptFile":{"type":"boolean","value":"true"},"DocumentOpenPassword":{"type":"string","value":"secret"}}',
  xlsx: 'xlsx:Calc MS Excel 2007 XML',
  ods: 'ods',
  csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true',
  tsv: 'tsv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,false,true',
  pptx: 'pptx:Impress MS PowerPoint 2007 XML',
  odp: 'odp',
}

/** Documents derived from the PDF that LibreOffice writes. */
const derived: Readonly<Record<string, (pdf: string, target: string) => void>> = {
  'rotated.pdf': (pdf, target) => qpdf(pdf, '--rotate=+90:1', '--rotate=180:2', target),
  'attachment.pdf': (pdf, target) => qpdf(pdf, '--add-attachment', join(sources, 'letter.fodt'), '--', target),
  'objects.pdf': (pdf, target) => qpdf(pdf, '--object-streams=generate', '--linearize', target),
  'truncated.pdf': (pdf, target) => {
    const bytes = readFileSync(pdf)
    writeFileSync(target, bytes.subarray(0, bytes.length - 400))
  },
  'broken-xref.pdf': (pdf, target) => {
    const text = readFileSync(pdf, 'latin1')
    writeFileSync(target, text.replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1')
  },
  'scanned.pdf': scanned,
}

export function madeDocuments(
  wanted: Record<string, string[]>,
  folder: string,
): { documents: MadeDocument[]; missing: string[] } {
  const missing: string[] = []
  const documents: MadeDocument[] = []
  const endings = new Set(Object.values(wanted).flat())
  for (const ending of [...endings].sort((a, b) => Number(a in derived) - Number(b in derived))) {
    const names = Object.keys(wanted).filter((name) => wanted[name]?.includes(ending))
    try {
      const target = join(folder, ending)
      mkdirSync(target, { recursive: true })
      make(ending, names, target, folder)
      for (const name of names) {
        const path = pathOf(target, name, ending)
        if (existsSync(path)) documents.push({ name: `${name}.${ending}`, path })
        else missing.push(`${name}.${ending} was not made`)
      }
    } catch (error) {
      missing.push(`made documents in ${ending}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  return { documents, missing }
}

function make(ending: string, names: readonly string[], target: string, folder: string): void {
  const stale = names.filter((name) => isStale(pathOf(target, name, ending), sourceOf(name)))
  if (stale.length === 0) return
  const derive = derived[ending]
  if (derive) {
    for (const name of stale) derive(pathOf(join(folder, 'pdf'), name, 'pdf'), pathOf(target, name, ending))
    return
  }
  for (const [program, paths] of Map.groupBy(stale.map(sourceOf), programOf)) {
    convert(paths, (filters[ending] ?? ending).replace('*', program), target, folder)
  }
}

function programOf(path: string): string {
  if (path.endsWith('.fods')) return 'calc'
  return path.endsWith('.fodp') ? 'impress' : 'writer'
}

/** Converts the documents and writes them to the folder under the same names. */
export function convert(paths: readonly string[], filter: string, target: string, profile: string): void {
  const args = [
    `-env:UserInstallation=file://${profile}/libreoffice`,
    '--headless',
    '--convert-to',
    filter,
    '--outdir',
    target,
  ]
  execFileSync('soffice', [...args, ...paths], { stdio: 'ignore', timeout: 300_000 })
}

function qpdf(pdf: string, ...args: string[]): void {
  execFileSync('qpdf', [pdf, ...args], { stdio: 'ignore' })
}

/** Writes the first page as an image in a PDF without text. */
function scanned(pdf: string, target: string): void {
  execFileSync('pdftoppm', ['-jpeg', '-r', '60', '-l', '1', '-singlefile', pdf, target.replace(/\.pdf$/, '')])
  const picture = readFileSync(target.replace(/\.pdf$/, '.jpg'))
  const content = 'q 595 0 0 842 0 0 cm /P Do Q'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 496 /Height 702 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n${picture.toString('latin1')}\nendstream`,
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('')
  writeFileSync(target, `%PDF-1.4\n${body}trailer << /Root 1 0 R /Size 6 >>\n%%EOF\n`, 'latin1')
}

function sourceOf(name: string): string {
  const file = readdirSync(sources).find((one) => one.startsWith(`${name}.`))
  if (file === undefined) throw new Error(`made/ has no file named ${name}`)
  return join(sources, file)
}

function pathOf(folder: string, name: string, ending: string): string {
  return join(folder, `${name}.${ending.split('.').at(-1)}`)
}

function isStale(path: string, source: string): boolean {
  return !existsSync(path) || statSync(path).mtimeMs < statSync(source).mtimeMs
}
