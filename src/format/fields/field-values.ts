/** Fills fields with values from the elements that their selectors match: text, attributes, lists, tables and objects. */

import type { Element, ParentNode } from 'domhandler'
import { ServiceError } from '../../base/errors.ts'
import type { FieldRule, Fields } from '../../contract/extract-rules.ts'
import { maxRuleSteps } from '../../contract/service-limits.ts'
import { absoluteSrcset, resolveUrl, srcsetAttributes, urlAttributes } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { skippedElements } from '../../html/elements.ts'
import { createScopedMatches, type Scope, type ScopedMatches, scopeOf } from '../../html/select/select.ts'
import { isElement, isText, walk, withinAny } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { tableAt, tableRows } from './table-rows.ts'

export type FieldValue = string | null | FieldValue[] | { [name: string]: FieldValue }

type FieldValues = Record<string, FieldValue>

interface FieldsInput {
  document: Document
  /** Elements in which to look up fields, or the whole document. */
  roots: readonly ParentNode[]
  view: PageView
}

/**
 * Returns the values of the fields. Throws selector_not_matched when no field has a match, value_error when the search takes too long,
 * and response_too_large.
 */
export function fieldValues(input: FieldsInput, fields: Fields): FieldValues {
  const reader = new FieldReader(input)
  const values = reader.object(fields, input.roots, true)
  if (reader.hasMatches) return values
  throw new ServiceError('selector_not_matched', 'Nothing on the page matches any of these rules', {
    param: 'extract_rules',
  })
}

export function missingValues(fields: Fields): FieldValues {
  return Object.fromEntries(fields.map((field) => [field.name, missing(field)]))
}

function missing({ type }: FieldRule): FieldValue {
  return type === 'item' ? null : []
}

/** Number of JSON characters written around a value: quotes, a colon, a comma. */
const marks = 4

class FieldReader {
  hasMatches = false
  readonly #document: Document
  readonly #view: PageView
  readonly #budget: CharacterBudget
  #matches: ScopedMatches
  readonly #isHidden: (node: ParentNode) => boolean
  #steps = 0

  constructor({ document, view }: FieldsInput) {
    this.#document = document
    this.#view = view
    this.#budget = new CharacterBudget(document)
    this.#matches = createScopedMatches(this.#step)
    this.#isHidden = withinAny((element) => view.leavesOut(element))
  }

  /** `isWhole`: the object is the page's own. Each field is then searched for only once, so the selectors' caches are dropped. */
  object(fields: Fields, roots: readonly ParentNode[], isWhole: boolean): FieldValues {
    const scopes = roots.map((root) => scopeOf(this.#document, root, this.#step))
    return Object.fromEntries(
      fields.map((field) => {
        if (isWhole) this.#matches = createScopedMatches(this.#step)
        return [field.name, this.#value(field, scopes)]
      }),
    )
  }

  #value(field: FieldRule, scopes: readonly Scope[]): FieldValue {
    const values = this.#values(field, scopes)
    this.#budget.take(field.name.length + marks)
    if (field.type === 'list') return [...values]
    for (const value of values) return value
    return missing(field)
  }

  /** Yields one value per match, but only as many values as the caller consumes. */
  *#values(field: FieldRule, scopes: readonly Scope[]): Iterable<FieldValue> {
    for (const scope of scopes) {
      for (const element of field.selector === '' ? this.#itself(scope) : this.#matches(field.selector, scope)) {
        const value = field.type === 'table' ? this.#table(element) : this.#read(element, field)
        if (value === undefined) continue
        this.hasMatches = true
        yield value
      }
    }
  }

  #itself({ node, below }: Scope): Iterable<Element> {
    return isElement(node) ? [node] : below.slice(0, 1)
  }

  /** Returns undefined for an element that is skipped. */
  #read(element: Element, { value }: FieldRule): FieldValue | undefined {
    if (value === 'text')
      return this.#isHidden(element) ? undefined : this.#written(shownText(element, this.#view, this.#step))
    if ('fields' in value) return this.object(value.fields, [element], false)
    return this.#written(attributeOf(element, value.attribute, this.#document))
  }

  #table(element: Element): FieldValue | undefined {
    const table = tableAt(element)
    if (table === null || this.#isHidden(table)) return undefined
    return tableRows(table, {
      textOf: (cell) => shownText(cell, this.#view, this.#step),
      leavesOut: (part) => this.#view.leavesOut(part),
      write: (text, name = '') => this.#budget.take(name.length + (text?.length ?? 0) + marks),
    })
  }

  #written(value: string | null): string | null {
    this.#budget.take((value?.length ?? 0) + marks)
    return value
  }

  readonly #step = (count = 1): void => {
    this.#steps += count
    if (this.#steps <= maxRuleSteps) return
    throw new ServiceError(
      'value_error',
      `Value error, the rules take more than ${maxRuleSteps} steps on this page: use fewer combinators, or select by class or ID`,
      { param: 'extract_rules' },
    )
  }
}

/** Returns the value of an attribute, with URLs resolved; null if it is missing. The attribute's name is case-insensitive. */
function attributeOf({ attribs }: Element, asked: string, document: Document): string | null {
  const name = asked.toLowerCase()
  const key = Object.hasOwn(attribs, name) ? name : Object.keys(attribs).find((one) => one.toLowerCase() === name)
  const value = key === undefined ? undefined : attribs[key]
  if (value === undefined) return null
  // URLs that don't name a location, such as `data:` and `javascript:`, stay as written.
  const absolute = (written: string) => resolveUrl(document, written) ?? written
  if (urlAttributes.has(name)) return absolute(value)
  return srcsetAttributes.has(name) ? absoluteSrcset(value, absolute) : value
}

/** Elements whose text is separate from the text around them. All others are inline. @see HTML standard, 15.3 */
const apart = new Set(
  (
    'address article aside blockquote body br caption center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search ' +
    'section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
)

/** Elements whose text isn't page text. Their text is read only if such an element, for example `title` or `option`, was requested. */
const withoutText = new Set([...skippedElements.mainContent, 'noscript', 'template'])

/**
 * Returns the text with white space collapsed and a space between blocks. Reads the element itself regardless of its kind, and skips
 * hidden content in it. Calls `step` for each node.
 */
function shownText(element: Element, view: PageView, step: () => void): string {
  const parts: string[] = []
  walk(
    element,
    (node) => {
      step()
      if (isText(node)) {
        if (!view.hidesText(node)) parts.push(node.data)
        return true
      }
      if (!isElement(node)) return true
      if (withoutText.has(node.name) || view.leavesOut(node)) return false
      if (apart.has(node.name)) parts.push(' ')
      return true
    },
    (node) => {
      if (isElement(node) && apart.has(node.name)) parts.push(' ')
    },
  )
  return collapseAndTrim(withoutInvisible(parts.join('')))
}
