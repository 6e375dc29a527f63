/** Turns a result page into layouts that Google isn't known to use. A seed determines the changes, most of them near the ads. */

import { Element, type ParentNode } from 'domhandler'
import { outerHtml } from '../../src/format/html/serialise.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { isElement } from '../../src/html/traverse.ts'
import { openRandom, type Random, seedOf } from '../torture/random.ts'
import { isPaidElement } from './payment.ts'
import { copyOf, elementsAround, elementsOf, emptyTexts, replace, setChildren } from './tree.ts'

interface MutatedPage {
  html: string
  /** Descriptions of the changes, for a report. */
  steps: string[]
}

type Change = (target: Element, random: Random) => string

const maxSteps = 8
/** The share of steps that change an ad or its surroundings. */
const shareNearAds = 0.7
const shareOfWholePage = 0.2
const maxLevelsNearAds = 8
/** Maximum number of elements that a step changes, so that something is left to read. */
const maxElementsChanged = 400
const skippedTags = new Set([
  'html',
  'head',
  'body',
  'script',
  'style',
  'noscript',
  'template',
  'title',
  'meta',
  'link',
])
const wrappers: [string, ...string[]][] = [
  ['div'],
  ['div', 'div'],
  ['section'],
  ['span'],
  ['ul', 'li'],
  ['g-card', 'div', 'div'],
]

const changes: readonly (readonly [weight: number, Change])[] = [
  [4, takeOut],
  [3, wrap],
  [2, unwrap],
  [4, reorder],
  [4, emptyText],
  [2, repeat],
  [2, renameTags],
  [4, dropAttribute],
  [1, renameClasses],
  [1, removeIds],
  [1, removeHeadings],
]

const changesOfWholePage: typeof changes = [
  [1, reorder],
  [1, renameTags],
  [6, dropAttribute],
  [1, renameClasses],
  [1, removeIds],
  [1, removeHeadings],
]

/** Returns the page after one to eight changes, which depend only on the seed and index. */
export function mutate(html: string, seed: number, index: number): MutatedPage {
  const random = openRandom(seedOf(seed, index))
  const { root } = parseDocument(html, 'https://www.google.com/search?q=x')
  const steps: string[] = []
  for (let left = random.integer(1, maxSteps); left > 0; left--) {
    const body = elementsOf(root).find(({ name }) => name === 'body')
    const elements = body ? elementsOf(body).filter(isChangeable) : []
    const near = random.chance(shareNearAds) ? elementsNearAds(elements) : []
    const [first, ...others] = near.length > 0 ? near : elements
    if (!body || !first) break
    const target = random.chance(shareOfWholePage) ? body : around(random.pick([first, ...others]), random)
    const change = random.weighted(target === body ? changesOfWholePage : changes)
    steps.push(`${change(target, random)} ${nameOf(target)}`)
  }
  return { html: outerHtml(root), steps }
}

function isChangeable({ name }: Element): boolean {
  return !skippedTags.has(name)
}

function elementsNearAds(elements: Element[]): Element[] {
  const near = new Set<Element>()
  for (const element of elements.filter(isPaidElement)) {
    for (const one of elementsOf(element)) near.add(one)
    const around = elementsAround(element).slice(0, maxLevelsNearAds).filter(isChangeable)
    for (const one of around) near.add(one)
    // The ad's text and other links are next to the link.
    for (const one of around.slice(0, 3).flatMap(elementsOf).slice(0, 300)) near.add(one)
  }
  return [...near].filter(isChangeable)
}

/** Returns the element, or an ancestor that isn't a large part of the page. */
function around(element: Element, random: Random): Element {
  const levels = random.integer(0, maxLevelsNearAds)
  const outer = elementsAround(element).slice(0, levels).filter(isChangeable)
  return outer.findLast((one) => elementsOf(one).length <= maxElementsChanged) ?? element
}

function nameOf({ name, attribs }: Element): string {
  const id = attribs.id ? `#${attribs.id}` : ''
  return `<${name}${id}>`
}

function takeOut(target: Element): string {
  replace(target, [])
  return 'take out'
}

function wrap(target: Element, random: Random): string {
  const names = random.pick(wrappers as [(typeof wrappers)[0], ...typeof wrappers])
  const around = names.map((name) => new Element(name, {}))
  const [outer] = around as [Element]
  replace(target, [outer])
  around.forEach((element, at) => {
    setChildren(element, [around[at + 1] ?? target])
  })
  return `wrap with ${names.join(' ')}`
}

function unwrap(target: Element): string {
  replace(target, target.children)
  return 'unwrap'
}

function reorder(target: Element, random: Random): string {
  // A leaf has no children to reorder, so this uses the nearest ancestor with several children.
  const parent = [target, ...elementsAround(target)].find(({ children }) => children.filter(isElement).length > 1)
  if (!parent) return 'leave'
  const children = [...parent.children]
  for (let at = children.length - 1; at > 0; at--) {
    const other = random.integer(0, at)
    const [one, two] = [children[at], children[other]]
    if (one && two) [children[at], children[other]] = [two, one]
  }
  setChildren(parent, children)
  return 'reorder what is in'
}

function emptyText(target: Element): string {
  emptyTexts(target)
  return 'empty the texts of'
}

function repeat(target: Element): string {
  const copy = copyOf(target)
  if (copy === null) return 'leave'
  replace(target, [target, copy])
  return 'repeat'
}

const otherName: Record<string, string> = { div: 'span', span: 'div' }

function renameTags(target: Element, random: Random): string {
  const targets = target.name === 'body' || random.chance(0.5) ? elementsOf(target) : [target]
  const onlyDivs = random.chance(0.5)
  for (const one of targets) if (!onlyDivs || one.name === 'div') one.name = otherName[one.name] ?? one.name
  return `rename ${onlyDivs ? 'div to span' : 'div and span'} in`
}

/** Attributes by which a reader may recognize an ad, or an element that isn't part of one. */
const tellingAttributes = new Set(
  'role href style aria-label data-rw data-pcu data-dtld data-text-ad data-ta-slot data-arwt data-is-ad data-cid data-offer-id data-merchant-id hidden'.split(
    ' ',
  ),
)

function dropAttribute(target: Element, random: Random): string {
  const below = elementsOf(target)
  const names = [...new Set(below.flatMap(({ attribs }) => Object.keys(attribs)))]
  const telling = names.filter((one) => tellingAttributes.has(one))
  const [first, ...others] = telling.length > 0 && random.chance(0.5) ? telling : names
  if (first === undefined) return 'leave'
  const name = random.pick([first, ...others])
  for (const { attribs } of below) delete attribs[name]
  return `drop ${name} in`
}

function renameClasses(target: Element, random: Random): string {
  for (const { attribs } of elementsOf(target)) if ('class' in attribs) attribs.class = `z${random.integer(0, 999)}`
  return 'rename the classes in'
}

function removeIds(target: Element): string {
  for (const { attribs } of elementsOf(target)) delete attribs.id
  return 'remove the ids in'
}

function removeHeadings(target: Element): string {
  for (const element of elementsOf(target as ParentNode)) {
    if (element.attribs.role === 'heading') delete element.attribs.role
    if (/^h[1-6]$/.test(element.name)) element.name = 'div'
  }
  return 'take the role of headings in'
}
