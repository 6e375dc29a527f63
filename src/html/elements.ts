/** Sets of element names, grouped by their content. */

import { type AnyNode, type Element, isTag } from 'domhandler'

const code = ['script', 'style']
/** Elements whose content is rendered only by browsers that don't support them. */
const fallbacks = ['iframe', 'noembed', 'noframes']
/** Not rendered if scripts are enabled. */
const unrendered = [...code, 'template', 'noscript', 'head']
const widgets = ['button', 'select', 'textarea']

/** The frame around the content of a page, which is the same on all pages of its site. */
export const surroundings: ReadonlySet<string> = new Set(['header', 'footer', 'nav', 'aside'])

/** The elements whose content each reader skips. */
export const skippedElements = {
  /** Plain text of an element. */
  text: new Set(unrendered),
  /** Text in runs and blocks, from which links and email addresses are read. */
  textRuns: new Set([...code, ...fallbacks]),
  /** The search for hidden text. */
  hiddenText: new Set([...unrendered, 'svg']),
  /** Recognition of challenge pages and empty shells. The head is read for its scripts. */
  recognition: new Set([...code, ...fallbacks, 'noscript', 'title', 'svg']),
  /** Main content. Markdown leaves these elements out too. */
  mainContent: new Set([
    ...[...code, ...fallbacks, 'head', 'title', 'meta', 'link', 'base', 'param', 'source', 'track', 'col', 'colgroup'],
    ...['datalist', 'select', 'textarea', 'area', 'map', 'embed', 'object', 'applet', 'bgsound', 'input', 'frame'],
    ...['svg', 'canvas'],
  ]),
  /** Code blocks. */
  code: new Set([...code, ...widgets, 'template', 'noscript', 'svg']),
  /** Google's result pages, where clicking opens these custom elements. */
  ads: new Set([...unrendered, ...widgets, 'svg', 'iframe', 'g-bubble', 'g-dialog', 'g-popup']),
} as const satisfies Record<string, ReadonlySet<string>>

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** True if a node is one of `h1` to `h6`, or has that role. */
export function isHeadingElement(node: AnyNode | null): boolean {
  return node !== null && isTag(node) && isHeadingName(roleName(node))
}

/** True for `h1` to `h6`. */
export function isHeadingName(name: string): boolean {
  return headings.has(name)
}

const namesOfRoles = new Map(
  Object.entries({
    ...{ table: 'table', grid: 'table', row: 'tr', cell: 'td', gridcell: 'td', columnheader: 'th', rowheader: 'th' },
    ...{ list: 'ul', listitem: 'li' },
  }),
)
const neutralName = /^(?:div|span|p|section|header|b|strong)$|-/

/** Returns the name of the HTML element that means the same as an element's ARIA role; otherwise, the element's own name. */
export function roleName({ name, attribs }: Element): string {
  const { role } = attribs
  if (role === undefined || !neutralName.test(name)) return name
  if (role !== 'heading') return namesOfRoles.get(role) ?? name
  return `h${Math.min(6, Math.max(1, Number.parseInt(attribs['aria-level'] ?? '2', 10) || 2))}`
}

/** True if an element belongs to SVG or MathML, where its name doesn't have its HTML meaning. */
export function isForeign({ namespace }: Element): boolean {
  return namespace !== undefined && namespace !== 'http://www.w3.org/1999/xhtml'
}

/** The integer in an attribute, such as the `start` of a list; null if it isn't one or has more than nine digits. */
export function integerIn(attribute: string | undefined): number | null {
  return attribute !== undefined && /^\s*-?\d{1,9}\s*$/.test(attribute) ? Number(attribute) : null
}
