/** Repairs the page tree of a damaged PDF, because pdf.js finds no page behind a broken one, and none at all in a truncated file. */

import type { ObjectFile } from './object-file.ts'
import { isArray, isDictionary, PdfName, PdfReference, type PdfValue } from './pdf-syntax.ts'

export interface RepairedFile {
  body: Uint8Array
  /** Numbers of the objects that replace broken pages. */
  broken: ReadonlySet<number>
  /** True if the page tree is lost. Pages may then be missing. */
  isCut: boolean
}

const maxNodes = 100_000

/** Returns the file with objects appended that replace its broken ones; null if none of its pages can be found, or nothing is broken. */
export function repairPages(file: ObjectFile, body: Uint8Array): RepairedFile | null {
  try {
    return repaired(file, body)
  } catch {
    // The file's values are nested too deeply.
    return null
  }
}

function repaired(file: ObjectFile, body: Uint8Array): RepairedFile | null {
  if (file.trailer.has('Encrypt')) return null
  const root = file.trailer.get('Root')
  const tree = file.dictionary(root)?.get('Pages')
  if (root === undefined || !file.dictionary(tree)) return rebuilt(file, body)
  const broken = brokenPages(file, tree ?? null)
  if (broken.size === 0) return null
  const start = Buffer.from(body.subarray(-1024)).toString('latin1')
  const previous = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(start)?.[1]
  const added = [...broken].map((number) => [number, '<</Type/Page/MediaBox[0 0 1 1]>>'] as const)
  const rootOf = root instanceof PdfReference ? `${root.number} ${root.generation} R` : ''
  const size = Math.max(numberOf(file.trailer.get('Size')), ...broken) + 1
  const written = appended(body, added, `/Size ${size}/Root ${rootOf}/Prev ${previous}`)
  return previous === undefined || rootOf === '' ? null : { body: written, broken, isCut: false }
}

/** Returns the number of pages that the file states; 0 if it states none. pdf.js finds fewer if a page is broken. */
export function statedPages(file: ObjectFile): number {
  try {
    const tree = file.dictionary(file.dictionary(file.trailer.get('Root'))?.get('Pages'))
    return numberOf(file.resolve(tree?.get('Count')))
  } catch {
    return 0
  }
}

const numberOf = (value: PdfValue | undefined) => (typeof value === 'number' ? value : 0)

function brokenPages(file: ObjectFile, tree: PdfValue): Set<number> {
  const broken = new Set<number>()
  const seen = new Set<number>()
  const open: PdfValue[] = [tree]
  for (let node = open.pop(); node !== undefined && seen.size < maxNodes; node = open.pop()) {
    if (!(node instanceof PdfReference) || seen.has(node.number)) continue
    seen.add(node.number)
    const found = file.resolve(node)
    if (!isDictionary(found)) broken.add(node.number)
    const kids = isDictionary(found) ? file.resolve(found.get('Kids')) : null
    if (isArray(kids)) open.push(...kids)
  }
  return broken
}

function rebuilt(file: ObjectFile, body: Uint8Array): RepairedFile | null {
  const all = [...file.references()]
  const pages = all.filter((one) => {
    const type = file.dictionary(one)?.get('Type')
    return type instanceof PdfName && type.name === 'Page'
  })
  if (pages.length === 0) return null
  const next = all.reduce((most, { number }) => Math.max(most, number), 0) + 1
  const kids = pages.map(({ number }) => `${number} 0 R`).join(' ')
  const added = [
    [next, `<</Type/Catalog/Pages ${next + 1} 0 R>>`],
    [next + 1, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`],
  ] as const
  // Without a cross-reference table, pdf.js searches the file for objects, but not behind the start of a truncated table.
  const ending = '\ntrailer\n<<>>\nstartxref\n0'
  const source = ending + added.map(([number, value]) => `\n${number} 0 obj\n${value}\nendobj`).join('')
  const trailer = `\ntrailer\n<</Size ${next + 2}/Root ${next} 0 R>>\nstartxref\n0\n%%EOF\n`
  return { body: Buffer.concat([body, Buffer.from(source + trailer)]), broken: new Set(), isCut: true }
}

/** Appends objects as an update of the file. @see ISO 32000-2, 7.5.6 */
function appended(body: Uint8Array, objects: readonly (readonly [number: number, value: string])[], trailer: string) {
  const headerAt = Math.max(0, Buffer.from(body.subarray(0, 1100)).indexOf('%PDF-'))
  let source = '\n'
  let table = 'xref\n'
  for (const [number, value] of objects) {
    const offset = body.length - headerAt + source.length
    source += `${number} 0 obj\n${value}\nendobj\n`
    table += `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  }
  const start = body.length - headerAt + source.length
  return Buffer.concat([body, Buffer.from(`${source}${table}trailer\n<<${trailer}>>\nstartxref\n${start}\n%%EOF\n`)])
}
