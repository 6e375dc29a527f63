/**
 * Finds the names of icons, drawn ratings, charts and check boxes. Comparison tables often use icons for yes and no, so without the icons'
 * names, their cells would be empty.
 */

import type { AnyNode, ChildNode, Element } from 'domhandler'
import { percentDecoded } from '../absolute-url.ts'
import type { PageElements } from '../page-elements.ts'
import { childTextContent, closest, hasElement, isElement, isText, walk } from '../traverse.ts'
import { collapseAndTrim } from '../white-space.ts'
import { isForScreenReaders, screenReaderClass } from './hiding-rules.ts'
import type { PageView } from './page-view.ts'

/** Longer labels are descriptions, and may contain text that the author hides from readers. */
const maxNameChars = 60
const maxFactChars = 20
// Labels of controls that the markup doesn't declare as buttons, and image names that don't state a fact.
const isLabelOfControl =
  /^(?:click|tap|zoom|share|save|swipe|play|pause|open|close|drag|filter|toggle|show|hide|expand|collapse|next|prev|previous|search|menu|add|copy|download|print|scroll|view|loading|external|new window|video)\b|\b(?:logo|icon|arrow|button|decorative|trademark)\b/i
const isIdentifier = /^\w+(?:-\w+)+$|^\w+_\w+$/
const rating = /\d(?:[.,]\d+)?\s*(?:out of|of|\/|von|sur|de|su|di|av|van|из|z)\s*(?:5|10)\b|\bstars?\b/i
const maxNodes = 200
/** Elements whose names label a control or a part of the page, not an icon. */
const notIcons = new Set(
  (
    'html head title body main nav header footer aside section article form table thead tbody tr ul ol dl menu input select textarea ' +
    'button label iframe frame object embed video audio dialog details fieldset figure img canvas math h1 h2 h3 h4 h5 h6'
  ).split(' '),
)
const notIconRoles =
  /^(?:button|link|navigation|banner|search|dialog|menu\w*|tab\w*|toolbar|region|list\w*|group|radiogroup|form|checkbox|switch|option|combobox|slider|grid|row|main|complementary|contentinfo|presentation|none)$/i
const cells = new Set(['td', 'th', 'li', 'dd', 'dt'])
const tableCells = new Set(['td', 'th'])
const closeClass = /(?:^|[\s_-])(?:close|delete|dismiss|remove)(?=[\s_-]|$)/i
const isClickable = ({ attribs }: Element) => 'onclick' in attribs || attribs.role === 'button'
const controls = new Set(['a', 'button', 'summary', 'nav', 'footer', 'label'])
/** The markdown formatter already states what these elements are. */
const admonition = /admonition|callout/i
const textless = new Set(['svg', 'script', 'style', 'noscript', 'template'])
const content = new Set([
  ...['img', 'video', 'audio', 'iframe', 'object', 'embed', 'canvas', 'input', 'select', 'textarea', 'button'],
  ...['math', 'table', 'picture'],
])

export function findIconNames(elements: PageElements, view: PageView): IconNames {
  const hasTables = elements.named('td').length + elements.named('th').length > 0
  const search = new IconNames(view, hasTables)
  for (const element of elements.named('svg')) search.addDrawing(element)
  for (const attribute of ['aria-label', 'title']) {
    for (const element of elements.having(attribute)) search.addNamed(element, element.attribs[attribute] ?? '')
  }
  // Most pages have no such classes at all, and one long string is searched faster than many short ones.
  const allClasses = [...elements.byClass.keys()].join('\n')
  if (screenReaderClass.test(allClasses))
    for (const [classes, list] of elements.byClass)
      if (screenReaderClass.test(classes)) for (const element of list) search.addHiddenText(element)
  for (const element of elements.named('input')) search.addCheckBox(element)
  if (markClass.test(allClasses))
    for (const [classes, list] of elements.byClass) {
      const mark = markClass.test(classes) ? marks.find(([pattern]) => pattern.test(classes))?.[1] : undefined
      if (mark !== undefined) for (const element of list) search.addDrawnMark(element, mark)
    }
  for (const link of elements.named('a')) search.addAddress(link)
  return search
}

export class IconNames {
  /** Names of icons without other content. The key is the node that they precede. */
  readonly before = new Map<ChildNode, string>()
  readonly inside = new Map<Element, string>()
  readonly #view: PageView
  readonly #hasTables: boolean
  readonly #texts = new Map<Element, string>()
  /** The names already used in each cell, item or parent, in lower case. */
  readonly #given = new Map<AnyNode, Set<string>>()

  constructor(view: PageView, hasTables: boolean) {
    this.#view = view
    this.#hasTables = hasTables
  }

  addDrawing(svg: Element): void {
    const title = svg.children.find((child): child is Element => isElement(child) && child.name === 'title')
    const name = svg.attribs['aria-label'] ?? (title ? childTextContent(title) : '')
    if (/^(?:presentation|none)$/.test(svg.attribs.role ?? '')) return
    this.#addBefore(svg, name)
  }

  addNamed(element: Element, name: string): void {
    const { name: tag, attribs } = element
    if (tag === 'svg' || notIcons.has(tag)) return
    if ((tag === 'a' || tag === 'abbr') && !(this.#hasTables && cellAround(element, tableCells))) return
    if (attribs.role !== undefined && notIconRoles.test(attribs.role)) return
    // If the element contains words or figures, they already state its meaning. Stars and dashes don't.
    if (/[\p{L}\p{N}]/u.test(this.#visibleText(element)) || hasElement(element, isContent)) return
    // The name of an icon from a font isn't emphasized.
    if (/^(?:i|em|b|strong)$/.test(tag) && element.children.length === 0) this.#addBefore(element, name)
    else if (this.#mayBeNamed(element, name)) this.inside.set(element, collapseAndTrim(name))
  }

  /** Text for screen readers next to an icon serves as the icon's name. */
  addHiddenText(element: Element): void {
    if (isIcon(siblingOf(element, 'prev')) || isIcon(siblingOf(element, 'next'))) {
      this.#addBefore(element, childTextContent(element))
    }
  }

  /** A check box that can't be changed states a fact. */
  addCheckBox(element: Element): void {
    const { attribs } = element
    if (attribs.type?.toLowerCase() !== 'checkbox') return
    if (attribs.disabled === undefined && attribs.readonly === undefined && attribs['aria-readonly'] !== 'true') return
    // The markdown formatter already writes the check boxes of task lists.
    if (cellAround(element, cells)?.name === 'li') return
    this.#addBefore(element, attribs.checked === undefined ? '[ ]' : '[x]')
  }

  /** A check box, check mark or cross that an icon font or a drawing shows. It is often hidden from screen readers. */
  addDrawnMark(element: Element, mark: string): void {
    const { parent, children, name } = element
    const cell = cellAround(element, cells)
    if (!cell || (children.length > 0 && name !== 'svg') || this.#view.hidingRule(element) !== null) return
    // The icon of a control that closes a menu is alone in its item.
    if (this.#given.has(cell) || (!tableCells.has(cell.name) && this.#visibleText(cell) === '')) return
    if (!parent || !isElement(parent) || isClickable(element) || closeClass.test(parent.attribs.class ?? '')) return
    if (!isClickable(parent) && this.#isPlace(parent) && !cellAround(element, controls)) this.before.set(element, mark)
  }

  /** An icon that links to an e-mail address or a telephone number stands for it. */
  addAddress(link: Element): void {
    const address = addressOf(link.attribs.href)
    if (address === null || this.#visibleText(link) !== '' || hasElement(link, isContent)) return
    // Text next to the icon may state a number without the country, and with other separators.
    const shortened = (text: string) => text.replace(/[\s()./-]/g, '')
    const around = this.#visibleText(link.parent as Element).slice(0, 2000)
    if (!shortened(around).includes(shortened(address).slice(address.includes('@') ? 0 : -6)))
      this.inside.set(link, address)
  }

  #addBefore(at: Element, name: string): void {
    if (this.#mayBeNamed(at, name)) this.before.set(at, collapseAndTrim(name))
  }

  #mayBeNamed(element: Element, text: string): boolean {
    const name = collapseAndTrim(text)
    if (name === '') return false
    if (isLabelOfControl.test(name) || isIdentifier.test(name)) return false
    if (!rating.test(name) && !isImage(element) && !cellAround(element, cells)) return false
    const cell = cellAround(element, tableCells)
    // A language model gets no labels that visitors can't see, except short ones that state a fact in a table cell.
    const maxChars = !this.#view.policy.readsForModel ? maxNameChars : cell ? maxFactChars : 0
    if (name.length > maxChars || !this.#isPlace(element)) return false
    const around = cell ?? cellAround(element, cells) ?? element.parent
    if (!around) return true
    const given = this.#given.get(around) ?? new Set()
    this.#given.set(around, given)
    const key = name.toLowerCase()
    if (given.has(key)) return false
    if (isElement(around) && this.#visibleText(around).toLowerCase().includes(key)) return false
    given.add(key)
    return true
  }

  /** False in hidden elements, and in controls and links outside tables, which have their own labels. */
  #isPlace(element: Element): boolean {
    let isInCell = false
    for (let up: AnyNode | null = element; up && isElement(up); up = up.parent) {
      if (tableCells.has(up.name)) isInCell = true
      if (up !== element && (up.name === 'svg' || (!isInCell && controls.has(up.name)))) return false
      if (up.attribs['aria-hidden'] === 'true' || admonition.test(up.attribs.class ?? '')) return false
      if (!isForScreenReaders(up) && this.#view.hidingRule(up) !== null) return false
    }
    return true
  }

  #visibleText(element: Element): string {
    const known = this.#texts.get(element)
    if (known !== undefined) return known
    let text = ''
    let visited = 0
    walk(element, (node) => {
      if (++visited > maxNodes) return false
      if (isText(node)) text += node.data
      return !isElement(node) || (!textless.has(node.name) && this.#view.hidingRule(node) === null)
    })
    text = collapseAndTrim(text)
    this.#texts.set(element, text)
    return text
  }
}

function siblingOf(element: Element, side: 'prev' | 'next'): ChildNode | null {
  let at = element[side]
  while (at && isText(at) && at.data.trim() === '') at = at[side]
  return at
}

/** Classes of Font Awesome 4 to 7, Bootstrap, Material Design, Glyphicons, WordPress, Lucide and others. */
const markClass = /(?:^|\s)(?:fa|bi|mdi|glyphicon|dashicons|lucide|icon|ion|ri|ti)-/
const suffixes = '(?:-(?:alt|bold|circle|fill|lg|line|o|outline|sign|thick))*(?:\\s|$)'
const marks = (
  [
    ['(?:check-square|square-check|checkbox-marked|(?<=glyphicon-)check)', '☑'],
    ['(?:square|checkbox-blank|unchecked)(?!-(?:circle|fill))', '☐'],
    ['(?:circle-)?(?:check(?:mark|2)?|ok|tick|yes)', '✓'],
    ['(?:circle-)?(?:close|cross|no|remove|times|x|xmark)', '✗'],
  ] as const
).map(([names, mark]) => [new RegExp(markClass.source + names + suffixes), mark] as const)
const iconClass =
  /(?:^|[\s_-])(?:fa[srlbd]?|icon|glyphicon|material|bi|ti|mdi|lucide|codicon|dashicons|octicon|symbol)/i

/** True for a drawing, an empty element, or an icon font ligature. */
function isIcon(node: ChildNode | null): boolean {
  if (!node || !isElement(node) || isForScreenReaders(node)) return false
  if (node.name === 'svg') return true
  if (!/^(?:i|span|em|b|mat-icon)$/.test(node.name)) return false
  return node.children.length === 0 || (iconClass.test(node.attribs.class ?? '') && node.children.every(isText))
}

/** An address in `mailto:` or `tel:`. Other text there could be words that visitors don't see. */
function addressOf(href = ''): string | null {
  const [, mail, phone] = /^(?:mailto:([^?]{3,200})|tel:([^?;]{3,60}))(?:[?;]|$)/i.exec(href) ?? []
  const address = percentDecoded(mail ?? phone ?? '').trim()
  return (mail ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/ : /^[+(\d][\d\s()./-]+$/).test(address) ? address : null
}

function cellAround(element: Element, names: ReadonlySet<string>): Element | null {
  return closest(element, ({ name }) => names.has(name))
}

const isImage = ({ name, attribs }: Element) => name === 'svg' || attribs.role === 'img' || name === 'input'
const isContent = ({ name, attribs }: Element) => content.has(name) || (name === 'a' && attribs.href !== undefined)
