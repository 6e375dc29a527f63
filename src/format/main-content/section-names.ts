/** What the names of a page's elements say, read once each: the purposes that classes speak of, and the shapes of sections. */

import type { Element } from 'domhandler'
import { purposesOfRole, scanNames } from '../../document/class-names.ts'

/** Tag and classes without digits: siblings of one shape form a group. */
export interface SectionShape {
  text: string
  /** From 0, in the order of the page. */
  number: number
}

interface ClassNames {
  purposes: readonly number[]
  withoutDigits: string
  /** The shape of the tag that had these classes first, and those of other tags. */
  tag: string
  shape: SectionShape | null
  others: Map<string, SectionShape> | null
}

/** The names of one page, which repeats the same few. */
export class SectionNames {
  readonly #classes = new Map<string, ClassNames>()
  readonly #shapes = new Map<string, SectionShape>()

  shapeOf({ name, attribs }: Element): SectionShape {
    const ofClass = this.#ofClass(attribs.class ?? '')
    if (ofClass.tag === name && ofClass.shape !== null) return ofClass.shape
    const known = ofClass.others?.get(name)
    if (known !== undefined) return known
    const shape = this.#shape(`${name}.${ofClass.withoutDigits}`)
    if (ofClass.shape === null) {
      ofClass.tag = name
      ofClass.shape = shape
    } else {
      ofClass.others ??= new Map()
      ofClass.others.set(name, shape)
    }
    return shape
  }

  /** Lists of numbers (in `purposes`) of what an element's classes, its other names and its role speak of, one after the other. */
  eachPurposes({ attribs }: Element, visit: (purposes: readonly number[]) => void): void {
    const { class: classes, id, role, itemprop } = attribs
    if (classes) visit(this.#ofClass(classes).purposes)
    if (id) visit(scanNames(id))
    if (itemprop) visit(scanNames(itemprop))
    if (role) visit(purposesOfRole(role))
  }

  #ofClass(classes: string): ClassNames {
    const known = this.#classes.get(classes)
    if (known !== undefined) return known
    const withoutDigits = classes.replace(/\d+/g, '').trim()
    const read = { purposes: scanNames(classes), withoutDigits, tag: '', shape: null, others: null }
    this.#classes.set(classes, read)
    return read
  }

  #shape(text: string): SectionShape {
    const known = this.#shapes.get(text)
    if (known !== undefined) return known
    const shape = { text, number: this.#shapes.size }
    this.#shapes.set(text, shape)
    return shape
  }
}
