/** Tests for names that css-select interprets differently from browsers: elements and attributes of SVG, and words of `class`. */

import { compile, type Options } from 'css-select'
import type { AttributeSelector, Selector } from 'css-what'
import type { AnyNode, Element } from 'domhandler'
import { isHtmlElement } from './html-element.ts'

type Test = (element: Element) => boolean
type SelectorOptions = Options<AnyNode, Element>

/** Null if css-select's own test is correct. */
export function nameTest(token: Selector, options: SelectorOptions): Test | null {
  if (token.type === 'tag') return typeTest(token.name.toLowerCase())
  return token.type === 'attribute' ? attributeTest(token, options) : null
}

/**
 * Ignores case, because the tree has `linearGradient`. This is Chromium's rule, which is broader than the standard's (156, November 2026).
 */
function typeTest(wanted: string): Test {
  return ({ name }) => name === wanted || (name.length === wanted.length && name.toLowerCase() === wanted)
}

function attributeTest(token: AttributeSelector, options: SelectorOptions): Test | null {
  if (token.action === 'element') {
    if (token.value === '') return () => false
    if (token.name === 'class') return wordTest(token, options)
  }
  if (token.ignoreCase === 'quirks') return null
  // The tree has no attribute namespaces: `[*|href]`.
  const ofAll = { ...token, name: token.name.toLowerCase(), namespace: null }
  const html = compile<AnyNode, Element>([[{ ...ofAll }]], options) as Test
  // Only HTML has case-insensitive values, such as `type`.
  const foreign = compile<AnyNode, Element>([[{ ...ofAll }]], { ...options, xmlMode: true }) as Test
  return (element) => (isHtmlElement(element) ? html(element) : foreign(withLowerCaseName(element, ofAll.name)))
}

/** The element, or a copy in which `viewBox` is spelled `viewbox`. */
function withLowerCaseName(element: Element, name: string): Element {
  const { attribs } = element
  const spelled = name in attribs ? undefined : Object.keys(attribs).find((key) => key.toLowerCase() === name)
  return spelled === undefined ? element : Object.assign(element.cloneNode(), { attribs: { [name]: attribs[spelled] } })
}

/** `.x`: words are separated by HTML's white space, which excludes no-break spaces. */
function wordTest({ value, ignoreCase }: AttributeSelector, { quirksMode }: SelectorOptions): Test {
  const isCaseless = ignoreCase === true || (ignoreCase === 'quirks' && quirksMode === true)
  const wanted = isCaseless ? value.toLowerCase() : value
  return ({ attribs }) => {
    const text = isCaseless ? attribs.class?.toLowerCase() : attribs.class
    return text?.includes(wanted) === true && text.split(/[ \t\n\f\r]+/).includes(wanted)
  }
}
