/** Finds the objects that a page uses, so that the objects of other pages needn't be read. */

import type { ObjectFile } from './object-file.ts'
import { isArray, isDictionary, PdfReference, type PdfValue } from './pdf-syntax.ts'

export class PageObjects {
  readonly #file: ObjectFile
  readonly #seen = new Set<number>()

  constructor(file: ObjectFile) {
    this.#file = file
  }

  /**
   * Yields references to the page and to the nodes above it. Also yields references to all objects used by the page's content, its
   * resources and the appearances of its annotations. Omits objects that earlier pages use. If the page has no reference, yields all
   * objects of the file.
   */
  *of(page: PdfReference | null): Generator<PdfReference> {
    if (!page) yield* this.#file.references()
    const open: PdfReference[] = []
    for (let node: PdfValue = page; node instanceof PdfReference && this.#isNew(node); ) {
      yield node
      const [resources, contents, annotations, parent] = ['Resources', 'Contents', 'Annots', 'Parent'].map((name) =>
        this.#entry(node, name),
      )
      const list = this.#read(annotations)
      const appearances = isArray(list) ? list.map((one) => this.#entry(one, 'AP')) : []
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
    const found = this.#read(value)
    return isDictionary(found) ? (found.get(name) ?? null) : null
  }

  #read(value: PdfValue | undefined): PdfValue {
    try {
      return this.#file.resolve(value)
    } catch {
      // The object's values are nested too deeply.
      return null
    }
  }
}
