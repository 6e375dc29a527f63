/** Finds the structure elements on some pages, so that the rest of the structure tree needn't be read. @see ISO 32000-2, 14.7.5.4 */

import type { ObjectFile } from './object-file.ts'
import { isArray, type PdfDictionary, PdfReference, type PdfValue } from './pdf-syntax.ts'

/** Number of kids to read of an element on other pages. These kids show where the element begins. */
const kidsOfOthers = 3

export class ElementsOnPages {
  readonly #file: ObjectFile
  /** Object numbers of elements with content on the pages. */
  readonly #own = new Set<number>()
  /** Object numbers of the same elements and of all elements above them. */
  readonly #all = new Set<number>()

  constructor(file: ObjectFile, root: PdfDictionary, pages: readonly PdfReference[]) {
    this.#file = file
    const keys = new Set(pages.flatMap((page) => this.#keysOf(page)))
    for (const [key, value] of this.#numbers(root.get('ParentTree'))) if (keys.has(key)) this.#add(value)
  }

  /** True for an element whose kids may all be on the pages. */
  isOwn(kid: PdfValue | undefined): boolean {
    return !(kid instanceof PdfReference) || this.#own.has(kid.number)
  }

  /** Returns the kids between the first and the last one on the pages, with their neighbors, which may be figures without content. */
  among(kids: readonly PdfValue[]): readonly PdfValue[] {
    const isOn = (kid: PdfValue) => kid instanceof PdfReference && this.#all.has(kid.number)
    const first = kids.findIndex(isOn)
    const last = first === -1 ? kidsOfOthers : kids.findLastIndex(isOn) + 1
    return kids.filter((kid, at) => !(kid instanceof PdfReference) || (at >= first - 1 && at <= last))
  }

  #keysOf(page: PdfReference): PdfValue[] {
    const dictionary = this.#file.dictionary(page)
    const annotations = this.#file.resolve(dictionary?.get('Annots'))
    const ofAnnotations = (isArray(annotations) ? annotations : []).map((one) =>
      this.#file.resolve(this.#file.dictionary(one)?.get('StructParent')),
    )
    return [this.#file.resolve(dictionary?.get('StructParents')), ...ofAnnotations]
  }

  *#numbers(tree: PdfValue | undefined): Generator<[PdfValue, PdfValue]> {
    const seen = new Set<PdfDictionary>()
    const open = [tree]
    while (open.length > 0) {
      const node = this.#file.dictionary(open.pop())
      if (!node || seen.has(node)) continue
      seen.add(node)
      const [numbers, kids] = [this.#file.resolve(node.get('Nums')), this.#file.resolve(node.get('Kids'))]
      for (let at = 0; isArray(numbers) && at + 1 < numbers.length; at += 2)
        yield [numbers[at] ?? null, numbers[at + 1] ?? null]
      for (const kid of isArray(kids) ? kids : []) open.push(kid)
    }
  }

  #add(value: PdfValue): void {
    const list = this.#file.resolve(value)
    for (const one of isArray(list) ? list : [value]) {
      if (one instanceof PdfReference) this.#own.add(one.number)
      let next: PdfValue | undefined = one
      while (next instanceof PdfReference && !this.#all.has(next.number)) {
        this.#all.add(next.number)
        next = this.#file.dictionary(next)?.get('P')
      }
    }
  }
}
