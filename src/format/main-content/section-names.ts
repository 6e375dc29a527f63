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
  /** The last one that was looked up. */
  shape: SectionShape | null
}

/** Caches the names on one page, because a page repeats the same few names. */
export class SectionNames {
  readonly #byClass = new Map<string, ClassNames>()
  /** The last look-up. Each element is looked up twice, and siblings often have the same classes. */
  #last: ClassNames | null = null
  #shapes = 0

  shapeOf({ name, attribs }: Element): SectionShape {
    const names = this.#ofClass(attribs.class ?? '')
    if (names.shape?.tag === name) return names.shape
    let shape = names.shapes.get(name)
    if (shape === undefined) {
      shape = { tag: name, classes: withoutDigits(names.classes), number: this.#shapes++ }
      names.shapes.set(name, shape)
    }
    names.shape = shape
    return shape
  }

  /** Adds the purposes suggested by an element's classes, its other names and its role to a list of indices into `purposes`. */
  addPurposes({ attribs }: Element, marks: readonly number[]): readonly number[] {
    const { class: classes, id, role, itemprop } = attribs
    let all = marks
    if (classes) {
      const own = this.#ofClass(classes)
      own.purposes ??= scanNames(classes)
      all = joined(all, own.purposes)
    }
    if (id) all = joined(all, scanNames(id))
    if (itemprop) all = joined(all, scanNames(itemprop))
    if (role) all = joined(all, purposesOfRole(role))
    return all
  }

  #ofClass(classes: string): ClassNames {
    if (this.#last?.classes === classes) return this.#last
    let names = this.#byClass.get(classes)
    if (names === undefined) {
      const plain = withoutDigits(classes)
      const shapes = plain === classes ? new Map() : this.#ofClass(plain).shapes
      names = { classes, purposes: null, shapes, shape: null }
      this.#byClass.set(classes, names)
    }
    this.#last = names
    return names
  }
}

const digit = /\d/

function withoutDigits(classes: string): string {
  return (digit.test(classes) ? classes.replace(/\d+/g, '') : classes).trim()
}

/** Returns one of the lists if the other is empty, as nearly always. */
export function joined(some: readonly number[], more: readonly number[]): readonly number[] {
  if (more.length === 0) return some
  return some.length === 0 ? more : [...some, ...more]
}
