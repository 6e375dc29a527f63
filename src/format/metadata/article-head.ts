/** Finds the head of an article in a page's body: its headline, and the elements nearby that name its author and date. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { skippedElements } from '../../html/elements.ts'
import { elementAround, isElement, isText, textOf, walk } from '../../html/traverse.ts'
import { withoutInvisible } from '../../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { nameKey } from './names.ts'
import type { StatedMetadata } from './stated-metadata.ts'

export type ArticleHead = NonNullable<ReturnType<typeof findArticleHead>>

const maxHeadlineChars = 400
const minHeadlineChars = 3
const minSubheadingChars = 15

/**
 * Returns the head of the page's article; null if no heading matches a title and there isn't exactly one `h1`. `titles`: the page's titles,
 * with and without the site name.
 */
export function findArticleHead(stated: StatedMetadata, titles: readonly string[]) {
  const found = findHeadline(stated, titles)
  return found && { ...found, ...elementsAfter(found.headline) }
}

function findHeadline({ headings, properties }: StatedMetadata, titles: readonly string[]) {
  const keys = titles.map((title) => nameKey(title)).filter((key) => key.length >= minHeadlineChars)
  const candidates = [...headings, ...(properties.get('headline') ?? [])].flatMap((headline) => {
    const text = headline.attribs.hidden === undefined ? lineIn(headline) : ''
    return text === '' || text.length > maxHeadlineChars ? [] : [{ headline, text, key: nameKey(text) }]
  })
  const firsts = candidates.filter(({ headline }) => headline.name === 'h1')
  const long = candidates.filter(
    ({ headline, key }) => key.length >= (headline.name === 'h1' ? minHeadlineChars : minSubheadingChars),
  )
  const equal = long.find(({ key }) => keys.includes(key))
  const longest = () =>
    long
      .filter(({ key }) => keys.some((title) => isMostOf(key, title)))
      .sort((one, other) => other.key.length - one.key.length)[0]
  return equal ?? longest() ?? (firsts.length === 1 ? firsts[0] : undefined) ?? null
}

/** True if the heading makes up at least half of the title, or contains it. A smaller part is probably the site name. */
function isMostOf(key: string, title: string): boolean {
  return (
    (title.includes(key) && key.length * 2 >= title.length) ||
    (key.includes(title) && title.length >= minSubheadingChars)
  )
}

const maxChars = 1200
const nearestChars = 400
const maxNodes = 1500

/** Returns the elements between the headline and the start of the text, in document order, and the number of those near the headline. */
function elementsAfter(headline: Element) {
  const elements: Element[] = []
  let nearest = 0
  let chars = 0
  let node = nextAfter(headline)
  for (let read = 0; node !== null && read < maxNodes && chars < maxChars; read++) {
    if (isText(node)) {
      chars += node.data.trim().length
      node = nextAfter(node)
      continue
    }
    if (isElement(node)) {
      if (isTeaserHeading(node)) break
      if (isAside(node)) {
        node = nextAfter(node)
        continue
      }
      elements.push(node)
      if (chars < nearestChars) nearest = elements.length
    }
    node = (node as Partial<ParentNode>).children?.[0] ?? nextAfter(node)
  }
  return { after: elements, nearest }
}

function nextAfter(from: AnyNode): AnyNode | null {
  let node: AnyNode | null = from
  while (node && !node.next) node = node.parent
  return node?.next ?? null
}

function isTeaserHeading(element: Element): boolean {
  if (!/^h[1-6]$/.test(element.name)) return false
  const around = elementAround(element)
  return (
    around?.name === 'a' ||
    element.children.some((child) => isElement(child) && child.name === 'a' && child.attribs.href !== undefined)
  )
}

const asides = new Set([
  ...['figure', 'picture', 'aside', 'nav', 'form', 'select', 'button', 'dialog', 'svg', 'iframe', 'object', 'video'],
  ...['audio', 'table'],
])
const asideWords =
  /comment|related|recommend|sidebar|newsletter|most-?(?:read|popular)|trending|recirc|author-?(?:bio|box|card)|about-?(?:the-?)?author|bio(?:graphy)?\b|breadcrumb|cookie|consent|events?-|calendar|upcoming|promo|advert|popup|modal|more-?from|more-?by|(?:^|[\s_-])(?:nav|menu|footer|share|social)(?:$|[\s_-])/i
const wrapperWords = /(?:^|\s)(?:has|with|no|is|js|hide|show)-\S*/gi

function isAside({ name, attribs }: Element): boolean {
  if (asides.has(name) || skippedElements.text.has(name)) return true
  if (attribs.hidden !== undefined) return true
  const { class: classes = '', id = '' } = attribs
  if (classes === '' && id === '') return false
  const words = `${classes} ${id}`.slice(0, 500)
  // The cheap first test rejects nearly all elements.
  return asideWords.test(words) && asideWords.test(words.replace(wrapperWords, ' '))
}

/** Returns the text of an element on one line, without parts that aren't rendered. */
export function lineIn(element: Element): string {
  return withoutInvisible(textOf(element))
}

/** Elements that don't begin a new line. They include links (unlike in contact lists), because adjacent names are often links. */
const withinLine = new Set(
  'a abbr acronym b bdi bdo big cite code em font i ins mark nobr q s small span strike strong style sub sup time tt u wbr'.split(
    ' ',
  ),
)
const maxLineNodes = 500

/** Returns the non-empty lines, up to `maxChars` characters in total. */
export function linesIn(root: Element, maxChars: number): string[] {
  const parts: string[] = []
  let chars = 0
  let read = 0
  const breaksLine = (element: Element) => {
    if (!withinLine.has(element.name)) parts.push('\n')
  }
  walk(
    root,
    (node) => {
      if (chars > maxChars || ++read > maxLineNodes) return false
      if (isText(node)) {
        chars += node.data.trim().length
        parts.push(node.data.slice(0, maxChars).replace(/\s+/g, ' '))
      } else if (isElement(node)) {
        if (skippedElements.text.has(node.name) || node.name === 'svg' || node.attribs.hidden !== undefined)
          return false
        breaksLine(node)
      }
      return true
    },
    (node) => {
      if (isElement(node)) breaksLine(node)
    },
  )
  const text = withoutInvisible(parts.join('').slice(0, maxChars + 100))
  return text
    .split('\n')
    .map(collapseAndTrim)
    .filter((line) => line !== '')
}
