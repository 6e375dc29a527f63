/** Reads the names of each of a page's elements once: the purposes that classes suggest, and the shapes of sections. */

import type { Element } from 'domhandler'
import { purposesOfRole, scanNames } from '../../html/class-names.ts'

/** Tag and classes without digits: siblings of one shape form a group. */
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
  /** The entry for the same classes without digits; the object itself if there are no digits. */
  plain: ClassNames | null
  /** The shape for the first tag seen with these classes, and the shapes for other tags. */
  shape: SectionShape | null
  others: Map<string, SectionShape> | null
}

/** Caches the names on one page, since a page repeats the same few. */
export class SectionNames {
  readonly #classes = new Map<string, ClassNames>()
  #last = this.#add('')
  #shapes = 0

  shapeOf({ name, attribs }: Element): SectionShape {
    const own = this.#ofClass(attribs.class ?? '')
    const plain = own.plain ?? this.#withoutDigits(own)
    if (plain.shape === null) {
      plain.shape = this.#shape(name, plain)
      return plain.shape
    }
    if (plain.shape.tag === name) return plain.shape
    plain.others ??= new Map()
    let shape = plain.others.get(name)
    if (shape === undefined) {
      shape = this.#shape(name, plain)
      plain.others.set(name, shape)
    }
    return shape
  }

  /** Calls `visit` with lists of indices in `purposes`: those suggested by an element's classes, its other names, and its role. */
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
    // Caches the last look-up: each element is looked up twice, and siblings often have the same classes.
    if (this.#last.classes !== classes) this.#last = this.#classes.get(classes) ?? this.#add(classes)
    return this.#last
  }

  #add(classes: string): ClassNames {
    const names = { classes, purposes: null, plain: null, shape: null, others: null }
    this.#classes.set(classes, names)
    return names
  }

  #withoutDigits(names: ClassNames): ClassNames {
    const classes = names.classes.replace(/\d+/g, '').trim()
    const plain = classes === names.classes ? names : this.#ofClass(classes)
    names.plain = plain
    return plain
  }

  #shape(tag: string, { classes }: ClassNames): SectionShape {
    return { tag, classes, number: this.#shapes++ }
  }
}
