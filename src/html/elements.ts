/** Elements by what their content is, as sets of names. */

import { type AnyNode, isTag } from 'domhandler'

const code = ['script', 'style']
/** Their content is rendered only where a browser can't do what the element is for. */
const fallbacks = ['iframe', 'noembed', 'noframes']
/** Nothing of them is rendered while scripts run. */
const unrendered = [...code, 'template', 'noscript', 'head']
const widgets = ['button', 'select', 'textarea']

/** Elements whose content is skipped, by who reads the page. */
export const skippedElements = {
  /** Plain text of an element. */
  text: new Set(unrendered),
  /** Text in runs and blocks, as links and e-mail addresses are read. */
  textRuns: new Set([...code, ...fallbacks]),
  /** Where hidden text is looked for and measured. */
  hiddenText: new Set([...unrendered, 'svg']),
  /** Challenge pages and empty shells. The head is read for its scripts. */
  recognition: new Set([...code, ...fallbacks, 'noscript', 'title', 'svg']),
  /** Main content: what markdown leaves out too. */
  mainContent: new Set([
    ...[...code, ...fallbacks, 'head', 'title', 'meta', 'link', 'base', 'param', 'source', 'track', 'col', 'colgroup'],
    ...[
      'datalist',
      'select',
      'textarea',
      'area',
      'map',
      'embed',
      'object',
      'applet',
      'bgsound',
      'input',
      'frame',
      'svg',
    ],
  ]),
  /** Blocks of code. */
  code: new Set([...code, ...widgets, 'template', 'noscript', 'svg']),
  /** Google's result pages, whose custom elements open on a click. */
  ads: new Set([...unrendered, ...widgets, 'svg', 'iframe', 'g-bubble', 'g-dialog', 'g-popup']),
} as const satisfies Record<string, ReadonlySet<string>>

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Whether a node is one of `h1` to `h6`. */
export function isHeadingElement(node: AnyNode | null): boolean {
  return node !== null && isTag(node) && headings.has(node.name)
}
