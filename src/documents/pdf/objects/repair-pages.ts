/** Repairs the page tree of a damaged PDF, because pdf.js finds no page behind a broken one, and none at all in a truncated file. */

import { attempt, type ObjectFile } from './object-file.ts'
import { isDictionary, listOf, nameOf, numericValue, PdfReference, type PdfValue } from './pdf-syntax.ts'

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
  return attempt(() => repaired(file, body))
}

function repaired(file: ObjectFile, body: Uint8Array): RepairedFile | null {
  if (file.trailer.has('Encrypt')) return null
  const root = file.trailer.get('Root')
  const tree = file.dictionary(root)?.get('Pages')
  if (!(root instanceof PdfReference) || !file.dictionary(tree)) return rebuilt(file, body)
  const broken = brokenPages(file, tree ?? null)
  const added = [...broken].map((number) => [number, '<</Type/Page/MediaBox[0 0 1 1]>>'] as const)
  return broken.size === 0 ? null : { body: appended(body, added, root), broken, isCut: false }
}

/** Returns the number of pages that the file states; 0 if it states none. pdf.js finds fewer if a page is broken. */
export function statedPages(file: ObjectFile): number {
  const tree = attempt(() => file.dictionary(file.dictionary(file.trailer.get('Root'))?.get('Pages')))
  return numericValue(attempt(() => file.resolve(tree?.get('Count'))))
}

function brokenPages(file: ObjectFile, tree: PdfValue): Set<number> {
  const broken = new Set<number>()
  const seen = new Set<number>()
  const open: PdfValue[] = [tree]
  for (let node = open.pop(); node !== undefined && seen.size < maxNodes; node = open.pop()) {
    if (!(node instanceof PdfReference) || seen.has(node.number)) continue
    seen.add(node.number)
    const found = file.resolve(node)
    if (!isDictionary(found)) broken.add(node.number)
    else open.push(...listOf(file.resolve(found.get('Kids'))))
  }
  return broken
}

function rebuilt(file: ObjectFile, body: Uint8Array): RepairedFile | null {
  const all = [...file.references()]
  const pages = all.filter((one) => nameOf(file.dictionary(one)?.get('Type')) === 'Page')
  if (pages.length === 0) return null
  const next = all.reduce((most, { number }) => Math.max(most, number), 0) + 1
  const kids = pages.map(({ number }) => `${number} 0 R`).join(' ')
  const added = [
    [next, `<</Type/Catalog/Pages ${next + 1} 0 R>>`],
    [next + 1, `<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`],
  ] as const
  return { body: appended(body, added, new PdfReference(next, 0)), broken: new Set(), isCut: true }
}

/** Appends objects. Without a cross-reference table, pdf.js searches the file for objects, but not behind the start of a truncated table. */
function appended(
  body: Uint8Array,
  objects: readonly (readonly [number: number, value: string])[],
  { number, generation }: PdfReference,
): Uint8Array {
  const source = objects.map(([own, value]) => `${own} 0 obj\n${value}\nendobj\n`).join('')
  const trailer = `trailer\n<</Root ${number} ${generation} R>>\nstartxref\n0\n%%EOF\n`
  return Buffer.concat([body, Buffer.from(`\ntrailer\n<<>>\nstartxref\n0\n${source}${trailer}`)])
}
