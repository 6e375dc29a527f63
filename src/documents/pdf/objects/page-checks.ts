/** Checks the objects that a page uses before pdf.js reads them, so that the objects of other pages needn't be read. */

import { constants, inflateSync } from 'node:zlib'
import type { PDFPageProxy } from 'unpdf/pdfjs'
import { attempt } from '../../../base/attempt.ts'
import { ServiceError } from '../../../base/errors.ts'
import { tooComplexToRead } from '../../converted/document-meter.ts'
import { maxStreamBytes, type ObjectFile } from './object-file.ts'
import {
  isArray,
  isDictionary,
  listOf,
  nameOf,
  numericValue,
  type PdfDictionary,
  PdfReference,
  PdfSyntax,
  type PdfValue,
} from './pdf-syntax.ts'

/** Maximum number of codes in all ranges of one font. Glyph numbers go up to 65,535, and Unicode has 1,114,112 code points. */
const maxCodes = 2_000_000
const maxDraws = 1_000_000

export class PageChecks {
  /** Object numbers of corrupt streams that may contain text. */
  readonly corrupt = new Set<number>()
  readonly #file: ObjectFile
  readonly #seen = new Set<number>()
  /** Results for code maps and forms, keyed by object number. */
  readonly #codes = new Map<number, number>()
  readonly #draws = new Map<number, number>()

  constructor(file: ObjectFile) {
    this.#file = file
  }

  /**
   * Returns true if part of the page's content is corrupt. Throws invalid_response if pdf.js would never finish reading the page, because
   * it expands every code range of a font and draws a form each time it is used.
   */
  check({ ref }: PDFPageProxy): boolean {
    const page = ref && new PdfReference(ref.num, ref.gen)
    const isLocked = this.#file.trailer.has('Encrypt')
    for (const one of page ? this.#objectsOf(page) : this.#file.references()) {
      this.#refuseEndless(one)
      if (!isLocked && isCorruptText(this.#file, one)) this.corrupt.add(one.number)
    }
    return this.corrupt.size > 0 && contentsOf(this.#file, page).some((one) => this.corrupt.has(one))
  }

  /**
   * Yields references to the page and to the nodes above it. Also yields references to all objects used by the page's content, its
   * resources and the appearances of its annotations. Omits objects that earlier pages use.
   */
  *#objectsOf(page: PdfReference): Generator<PdfReference> {
    const open: PdfReference[] = []
    for (let node: PdfValue = page; node instanceof PdfReference && this.#isNew(node); ) {
      yield node
      const [resources, contents, annotations, parent] = ['Resources', 'Contents', 'Annots', 'Parent'].map((name) =>
        this.#entry(node, name),
      )
      const appearances = listOf(this.#read(annotations)).map((one) => this.#entry(one, 'AP'))
      for (const used of [resources, contents, ...appearances]) this.#follow(used ?? null, open)
      node = parent ?? null
    }
    for (let next = open.pop(); next; next = open.pop()) {
      yield next
      this.#follow(this.#read(next), open)
    }
  }

  #isNew({ number }: PdfReference): boolean {
    return !this.#seen.has(number) && this.#seen.add(number) !== null
  }

  #follow(value: PdfValue, open: PdfReference[]): void {
    if (value instanceof PdfReference) {
      if (this.#isNew(value)) open.push(value)
    } else if (isArray(value) || isDictionary(value)) for (const one of value.values()) this.#follow(one, open)
  }

  #entry(value: PdfValue, name: string): PdfValue {
    return attempt(() => this.#file.dictionary(value)?.get(name)) ?? null
  }

  #read(value: PdfValue | undefined): PdfValue {
    return attempt(() => this.#file.resolve(value)) ?? null
  }

  /** Throws invalid_response. Objects that can't be read here are left to the reader's limits on time and memory. */
  #refuseEndless(reference: PdfReference): void {
    try {
      this.#value(this.#file.resolve(reference))
    } catch (error) {
      if (error instanceof ServiceError) throw error
    }
  }

  #value(value: PdfValue): void {
    if (isArray(value)) for (const one of value) this.#value(one)
    if (!isDictionary(value)) return
    for (const one of value.values()) this.#value(one)
    const codes = Math.max(
      this.#numberOf(value.get('LastChar')) - this.#numberOf(value.get('FirstChar')),
      this.#widthsIn(value.get('W'), 1),
      this.#widthsIn(value.get('W2'), 3),
      ...['Encoding', 'ToUnicode', 'UseCMap'].map((name) => this.#codesIn(value.get(name))),
    )
    if (codes > maxCodes) throw tooComplexToRead(`a font has more than ${maxCodes} codes`)
    const forms = this.#file.dictionary(value.get('XObject'))
    for (const form of forms?.values() ?? []) this.#drawsOf(form, forms)
  }

  #numberOf(value: PdfValue | undefined): number {
    return numericValue(this.#file.resolve(value))
  }

  /** A range consists of a first glyph, a last glyph and `size` numbers for all of them. A first glyph with an array isn't a range. */
  #widthsIn(value: PdfValue | undefined, size: number): number {
    const stated = listOf(this.#file.resolve(value))
    let count = 0
    for (let at = 0; at + 1 < stated.length; at += 2) {
      if (isArray(this.#file.resolve(stated[at + 1]))) continue
      count += Math.max(0, this.#numberOf(stated[at + 1]) - this.#numberOf(stated[at]))
      at += size
    }
    return count
  }

  #codesIn(map: PdfValue | undefined): number {
    if (!(map instanceof PdfReference)) return 0
    const known = this.#codes.get(map.number)
    if (known !== undefined) return known
    let count = 0
    for (const [, ranges = ''] of (this.#file.content(map) ?? '').matchAll(rangesOfMap)) {
      const syntax = new PdfSyntax(ranges, 0)
      while (syntax.at < ranges.length) {
        const [first, last] = [syntax.value(), syntax.value()].map(codeOf)
        syntax.value()
        count += Math.max(0, (last ?? 0) - (first ?? 0))
      }
    }
    this.#codes.set(map.number, count)
    return count
  }

  /** Returns how many forms are drawn when this one is drawn, itself included. `around`: the forms to use if this form has no resources. */
  #drawsOf(form: PdfValue, around: PdfDictionary | null): number {
    if (!(form instanceof PdfReference)) return 1
    const known = this.#draws.get(form.number)
    if (known !== undefined) return known
    // A form that draws itself is drawn only once.
    this.#draws.set(form.number, 1)
    const stated = this.#file.dictionary(form)
    const resources = this.#file.dictionary(stated?.get('Resources'))
    const named = resources ? this.#file.dictionary(resources.get('XObject')) : around
    const hasForms = [...(named?.values() ?? [])].some((one) => this.#isForm(one))
    const content = this.#isForm(form) && hasForms ? this.#file.content(form) : null
    let draws = 1
    for (const [, name = ''] of (content ?? '').matchAll(drawing))
      draws += this.#drawsOf(named?.get(name) ?? null, named)
    if (draws > maxDraws) throw tooComplexToRead(`its forms are drawn more than ${maxDraws} times`)
    this.#draws.set(form.number, draws)
    return draws
  }

  #isForm(value: PdfValue): boolean {
    return nameOf(this.#file.dictionary(value)?.get('Subtype')) === 'Form'
  }
}

const rangesOfMap = /begin(?:cid|bf|notdef)range([\s\S]*?)(?:end(?:cid|bf|notdef)range|$)/g
const drawing = /\/([^\0\t\n\f\r ()<>[\]{}/%]+)[\0\t\n\f\r ]+Do(?![^\0\t\n\f\r ()<>[\]{}/%])/g

function codeOf(value: PdfValue): number {
  if (typeof value !== 'string') return 0
  return [...value].reduce((code, char) => (code * 256 + char.charCodeAt(0)) % 2 ** 32, 0)
}

/** Images, fonts, metadata and attachments don't contain the text of pages. */
const irrelevant = /^(?:Image|Type1C|CIDFontType0C|OpenType|XRef|Metadata|EmbeddedFile)$/

/** True if a compressed stream is corrupt. pdf.js reads the intact part of such streams and doesn't report an error. */
export function isCorruptText(file: ObjectFile, reference: PdfReference): boolean {
  return attempt(() => mayHoldText(file.dictionary(reference)) && isCorrupt(file.packed(reference), file)) === true
}

function mayHoldText(dictionary: PdfDictionary | null): boolean {
  if (!dictionary?.has('Filter') || dictionary.has('Length1')) return false
  return !['Type', 'Subtype'].some((name) => irrelevant.test(nameOf(dictionary.get(name))))
}

/** True if the data can't be unpacked, or if its checksum is wrong. Truncated data isn't corrupt. Checks up to `uncheckedBytes`. */
function isCorrupt(packed: Buffer | null, file: ObjectFile): boolean {
  if (!packed || file.uncheckedBytes <= 0) return false
  try {
    // Headers may state a smaller window than the data needs. pdf.js ignores them.
    packed.set([0x78, 0x9c])
    const limits = { maxOutputLength: maxStreamBytes, finishFlush: constants.Z_SYNC_FLUSH }
    file.uncheckedBytes -= inflateSync(packed, limits).length
    return false
  } catch (error) {
    file.uncheckedBytes -= packed.length
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') file.uncheckedBytes -= maxStreamBytes
    return (error as NodeJS.ErrnoException).code === 'Z_DATA_ERROR'
  }
}

function contentsOf(file: ObjectFile, page: PdfReference | null | undefined): number[] {
  const contents = file.dictionary(page)?.get('Contents')
  const list = file.resolve(contents)
  const all = isArray(list) ? list : [contents ?? null]
  return all.flatMap((one) => (one instanceof PdfReference ? one.number : []))
}
