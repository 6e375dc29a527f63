/** Finds for one element which declarations of which rules hold. @see CSS Cascading and Inheritance Level 5 */

import type { Element } from 'domhandler'
import { type Declaration, readDeclarations } from './declarations.ts'
import { hidingCustomsIn, mayHideBy, propertiesIn } from './hiding-declarations.ts'
import { type CompiledSelector, compileSelectors, fitsNames, matches, type StyleBudget } from './selector-match.ts'
import { noLayer, type SheetReading, type SheetRule } from './sheet-rules.ts'

interface IndexedRule {
  rule: SheetRule
  /** One selector of the rule, in which nesting is written out. */
  selector: string
  order: number
  compiled?: CompiledSelector[]
}

const parsed = new WeakMap<SheetRule, readonly Declaration[]>()

function declarationsOf(rule: SheetRule): readonly Declaration[] {
  const known = parsed.get(rule) ?? readDeclarations(rule.declarations)
  parsed.set(rule, known)
  return known
}

/** Rules by what the element that they are for must have: an id, a class or a name. */
class RuleIndex {
  readonly #byKey = new Map<string, IndexedRule[]>()
  readonly #byNames = new Map<string, readonly IndexedRule[]>()

  add(indexed: IndexedRule): void {
    const key = keyOf(indexed.selector)
    const rules = this.#byKey.get(key)
    if (rules) rules.push(indexed)
    else this.#byKey.set(key, [indexed])
  }

  /** Rules that may be for the element. Pages repeat their names: what is found is remembered by them. */
  candidates(
    element: Element,
    budget: StyleBudget,
    compile: (indexed: IndexedRule) => readonly CompiledSelector[],
  ): readonly IndexedRule[] {
    const { name, attribs } = element
    const { id, class: classes } = attribs
    const names = `${name} ${classes ?? ''}${id === undefined ? '' : `#${id}`}`
    const known = this.#byNames.get(names)
    if (known) return known
    const found = [...(this.#byKey.get('*') ?? none), ...(this.#byKey.get(name) ?? none)]
    if (id !== undefined) found.push(...(this.#byKey.get(`#${id}`) ?? none))
    for (const one of new Set(classes?.split(/\s+/))) found.push(...(this.#byKey.get(`.${one}`) ?? none))
    budget.steps -= found.length
    if (budget.steps < 0) return none
    const fitting = found.filter((one) => compile(one).some((selector) => fitsNames(element, selector)))
    const rules = fitting.length > 0 ? fitting : none
    this.#byNames.set(names, rules)
    return rules
  }
}

const pageSelector = /^(?:(?::root|html|body|\*)\s*,?\s*)+$/
const none: readonly IndexedRule[] = []
const maxSelectorChars = 1000
const maxListChars = 20_000
const maxCompiled = 20_000

interface Winner extends Declaration {
  weight: readonly number[]
}

export interface CascadeOptions {
  /** Which declarations may hide. */
  hides(declarations: string): boolean
  budget: StyleBudget
  /** Classes and ids of the page. */
  names: ReadonlySet<string>
}

/** The rules of the sheets of one tree: of the document, or of a shadow root. */
export class Cascade {
  readonly #hiding = new RuleIndex()
  readonly #rules: readonly SheetRule[]
  #others: RuleIndex | null = null
  readonly #customs = new Map<string, string>()
  readonly #keyframes: ReadonlyMap<string, string>
  readonly #hidingProperties = new Set<string>()
  readonly #budget: StyleBudget
  readonly #names: ReadonlySet<string>
  #compiled = 0

  constructor({ rules, keyframes }: SheetReading, { hides, budget, names }: CascadeOptions) {
    this.#names = names
    this.#rules = rules
    this.#keyframes = keyframes
    this.#budget = budget
    const customs = new Set(rules.flatMap(({ declarations }) => hidingCustomsIn(declarations)))
    const ends = [...keyframes].filter(([, declarations]) => hides(declarations)).map(([name]) => name)
    for (const [order, rule] of rules.entries()) {
      const { selectors, declarations } = rule
      if (selectors.length === 1 && pageSelector.test(selectors[0]?.slice(0, 60) ?? '')) this.#readCustoms(rule)
      const isHiding =
        hides(declarations) ||
        (declarations.includes('var(') && mayHideBy(customs, declarations)) ||
        (ends.length > 0 && declarations.includes('animation') && ends.some((name) => declarations.includes(name)))
      if (isHiding) for (const property of propertiesIn(declarations)) this.#hidingProperties.add(property)
      if (isHiding) for (const selector of writtenOut(selectors)) this.#hiding.add({ rule, selector, order })
    }
  }

  /** The style of the element by all rules and its own attribute; null where no rule may hide it. */
  styleOf(element: Element): string | null {
    const hiding = this.#matching(this.#hiding, element)
    if (hiding.length === 0) return null
    this.#others ??= this.#indexOthers()
    return this.#cascade(element, this.#matching(this.#others, element))
  }

  /** Rules that set what the hiding ones set, and those that say whether it moves: they themselves are among them. */
  #indexOthers(): RuleIndex {
    const index = new RuleIndex()
    const set = new RegExp(
      `(?<![\\w-])(?:${[...this.#hidingProperties, 'transition', 'animation', 'will-change'].join('|')})[\\w-]*\\s*:`,
      'i',
    )
    for (const [order, rule] of this.#rules.entries()) {
      if (!set.test(rule.declarations)) continue
      for (const selector of writtenOut(rule.selectors)) index.add({ rule, selector, order })
    }
    return index
  }

  #readCustoms(rule: SheetRule): void {
    if (!rule.declarations.includes('--')) return
    for (const { property, value } of declarationsOf(rule)) {
      if (property.startsWith('--')) this.#customs.set(property, value)
    }
  }

  readonly #compile = (indexed: IndexedRule): readonly CompiledSelector[] => {
    indexed.compiled ??= this.#compiled++ < maxCompiled ? compileSelectors(indexed.selector, this.#names) : []
    if (this.#compiled > maxCompiled) this.#budget.steps = -1
    return indexed.compiled
  }

  #matching(index: RuleIndex, element: Element): [SheetRule, number, number][] {
    const found: [SheetRule, number, number][] = []
    for (const candidate of index.candidates(element, this.#budget, this.#compile)) {
      for (const compiled of this.#compile(candidate)) {
        if (!matches(element, compiled, this.#budget)) continue
        found.push([candidate.rule, compiled.specificity, candidate.order])
        break
      }
    }
    return found
  }

  #cascade(element: Element, matched: readonly [SheetRule, number, number][]): string {
    const winners = new Map<string, Winner>()
    const customs = new Map(this.#customs)
    const put = (declarations: readonly Declaration[], weigh: (isImportant: boolean) => readonly number[]) => {
      for (const declaration of declarations) {
        const { property, value, isImportant } = declaration
        if (property.startsWith('--')) customs.set(property, value)
        const weight = weigh(isImportant)
        const before = winners.get(slotOf(property))
        if (!before || !isBefore(weight, before.weight)) winners.set(slotOf(property), { ...declaration, weight })
      }
    }
    this.#budget.steps -= matched.length
    for (const [rule, specificity, order] of matched) {
      const { layer } = rule
      put(declarationsOf(rule), (isImportant) => [
        isImportant ? 1 : 0,
        0,
        isImportant ? -layer : layer,
        specificity,
        order,
      ])
    }
    put(readDeclarations(element.attribs.style ?? ''), (isImportant) => [
      isImportant ? 1 : 0,
      1,
      isImportant ? -noLayer : noLayer,
      0,
      0,
    ])
    const end = this.#endOfAnimation(winners.get('animation')?.value)
    // It is over: that it moves is no reason any more to take what is transparent for fading in.
    if (end) winners.delete('animation')
    for (const { property, ...declaration } of end ?? [])
      winners.set(property, { property, ...declaration, weight: [] })
    const written = [...winners.values()]
      .filter(({ property }) => !property.startsWith('--'))
      .map(({ property, value }) => `${property}:${resolve(value, customs)}`)
    return written.join(';')
  }

  /** What the last keyframe says of an animation that keeps it; null for others. */
  #endOfAnimation(animation: string | undefined): readonly Declaration[] | null {
    if (animation === undefined || !/forwards|both/.test(animation) || /infinite/.test(animation)) return null
    const name = animation.split(/[\s,]+/).find((word) => this.#keyframes.has(word))
    if (name === undefined) return null
    return readDeclarations(this.#keyframes.get(name) ?? '')
  }
}

/** The later of two declarations wins that set the same. */
function slotOf(property: string): string {
  if (property === 'background-color') return 'background'
  return property === 'animation-name' ? 'animation' : property
}

function isBefore(weight: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of weight.entries()) if (value !== other[at]) return value < (other[at] ?? 0)
  return false
}

const maxSubstitutions = 10

function resolve(value: string, customs: ReadonlyMap<string, string>): string {
  let resolved = value
  for (let n = 0; n < maxSubstitutions && resolved.includes('var('); n++) {
    resolved = resolved
      .replace(
        /var\(\s*(--[^,()\s]+)\s*(?:,([^()]*))?\)/g,
        (_, name: string, other = '') => customs.get(name) ?? other.trim(),
      )
      .slice(0, 500)
  }
  return resolved
}

/** Selectors of a rule in rules, one by one: what is nested stands within what is around it. */
function writtenOut(selectors: readonly string[]): string[] {
  let whole = ['']
  for (const list of selectors) {
    const around = whole.join(',')
    // Lists in lists multiply; longer selectors are not read.
    if (around.length > maxSelectorChars || list.length > maxListChars) return []
    whole = partsOf(list).map((part) => {
      if (around === '') return part
      if (part.includes('&')) return part.replaceAll('&', `:is(${around})`)
      return `:is(${around}) ${part}`
    })
  }
  return whole
}

/** At commas outside of parentheses and brackets. */
function partsOf(list: string): string[] {
  if (!list.includes(',')) return [list]
  if (!/[([]/.test(list)) return list.split(',').map((part) => part.trim())
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < list.length; at++) {
    const char = list[at]
    if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (char === ',' && depth === 0) {
      parts.push(list.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...parts, list.slice(start).trim()]
}

/** What the last compound of a selector asks for: `#id`, `.class`, a name, or `*` where that is not simple to say. */
function keyOf(selector: string): string {
  if (selector.includes(',') || /\\[[(\da-f]/i.test(selector)) return '*'
  const bare = selector.includes('(') ? withoutArguments(selector) : selector
  const compound = /[^\s>+~]*$/.exec(bare.replace(/\[[^\]]*\]?/g, ''))?.[0] ?? ''
  const [id] = /#(?:[^.#:\\]|\\.)+/.exec(compound) ?? []
  if (id) return id.replaceAll('\\', '')
  const [ofClass] = /\.(?:[^.#:\\]|\\.)+/.exec(compound) ?? []
  if (ofClass) return ofClass.replaceAll('\\', '')
  const [name] = /^[a-z][\w-]*/i.exec(compound) ?? []
  return name?.toLowerCase() ?? '*'
}

function withoutArguments(selector: string): string {
  let text = selector
  for (let n = 0; n < 10 && text.includes('('); n++) text = text.replace(/\([^()]*\)/g, '')
  return text
}
