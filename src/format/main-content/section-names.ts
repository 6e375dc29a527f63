/** Reads the names of each element on a page once: the purposes that classes suggest, and the shapes of sections. */

import type { Element } from 'domhandler'
import { purposesOfRole, scanNames } from '../../html/class-names.ts'

/** Tag and classes without digits. Siblings with the same shape form a group. */
export interface SectionShape {
  tag: string
  classes: string
  /** Numbered from 0, in page order. */
  number: number
}

interface ClassNames {
  classes: string
  /** Null until first needed. */
  purposes: readonly number[] | null
  /** Keyed by tag. Classes that differ only in digits share the same map. */
  shapes: Map<string, SectionShape>
}

/** Caches the names on one page, because a page repeats the same few names. */
export class SectionNames {
  readonly #byClass = new Map<string, ClassNames>()
  /** The last look-up. Each element is looked up twice, and siblings often have the same classes. */
  #last: ClassNames | null = null
  #shapes = 0

  shapeOf({ name, attribs }: Element): SectionShape {
    const { shapes } = this.#ofClass(attribs.class ?? '')
    let shape = shapes.get(name)
    if (shape === undefined) {
      shape = { tag: name, classes: withoutDigits(attribs.class ?? ''), number: this.#shapes++ }
      shapes.set(name, shape)
    }
    return shape
  }

  /** Calls `visit` with lists of indices into `purposes`: the purposes suggested by an element's classes, its other names and its role. */
  eachPurposes({ attribs }: Element, visit: (purposes: readonly number[]) => void): void {
    const { class: classes, id, role, itemprop } = attribs
    if (classes) {
      const own = this.#ofClass(classes)
      own.purposes ??= scanNames(classes)
      visit(own.purposes)
    }
    if (id) visit(scanNames(id))
    if (itemprop) visit(scanNames(itemprop))
    if (role) visit(purposesOfRole(role))
  }

  #ofClass(classes: string): ClassNames {
    if (this.#last?.classes === classes) return this.#last
    let names = this.#byClass.get(classes)
    if (names === undefined) {
      const plain = withoutDigits(classes)
      names = { classes, purposes: null, shapes: plain === classes ? new Map() : this.#ofClass(plain).shapes }
      this.#byClass.set(classes, names)
    }
    this.#last = names
    return names
  }
}

function withoutDigits(classes: string): string {
  return classes.replace(/\d+/g, '').trim()
}
