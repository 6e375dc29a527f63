/** Reads a page with little content: its title, headings, text, controls and fields, leaving out the navigation and footer. */

import type { AnyNode, Element } from 'domhandler'
import { countWords } from '../count-words.ts'
import type { Document } from '../document.ts'
import { skippedElements } from '../elements.ts'
import { isField } from '../recognize/page-signals.ts'
import { isSurrounding } from '../recognize/shell.ts'
import { childTextContent, closest, isElement, isText, walk } from '../traverse.ts'
import type { PageView } from '../visibility/page-view.ts'
import { fold } from './words.ts'

/** A page with more words or links is a real page. */
const maxWords = 150
const maxLinks = 40
const maxComparedTitleChars = 300

export interface CandidatePart {
  kind: 'heading' | 'control' | 'text'
  /** Folded by `fold`. */
  text: string
  words: number
  element: Element
}

export interface Candidate {
  parts: readonly CandidatePart[]
  words: number
  links: readonly Element[]
  /** Fields that a person fills in. */
  fields: readonly Element[]
}

/** The parts of the title between separators, folded. */
export function titleParts(document: Document): string[] {
  const title = document.elements.named('title').find((element) => closest(element, isGraphic) === null)
  const text = title ? childTextContent(title).slice(0, maxComparedTitleChars) : ''
  return text
    .split(/\s[-–—]+\s|\s*[|｜·•»›«‹—:：]\s*|\s+::\s+/)
    .map(fold)
    .filter((part) => part !== '')
}

const isGraphic = ({ name }: Element) => name === 'svg'

/** Null if the page has more than 150 words or more than 40 links outside its navigation and footer. */
export function readCandidate({ root }: Document, view: PageView): Candidate | null {
  const parts: CandidatePart[] = []
  const links: Element[] = []
  const fields: Element[] = []
  let words = 0
  let data = ''
  let around: Element | null = null
  const isTooMuch = () => words > maxWords || links.length > maxLinks

  const finish = () => {
    const text = data === '' ? '' : fold(data)
    data = ''
    if (text !== '' && around) add(around, text)
  }
  const add = (element: Element, text: string) => {
    const heading = closest(element, ({ name }) => /^h[1-4]$/.test(name))
    const control = closest(element, isControl)
    const kind = heading ? 'heading' : control ? 'control' : 'text'
    const count = countWords(text)
    words += count
    parts.push({ kind, text, words: count, element: control ?? heading ?? element })
  }
  const visit = (node: AnyNode): boolean => {
    if (isTooMuch()) return false
    if (isText(node)) {
      if (node.data.trim() !== '' && !view.hidesText(node)) around ??= node.parent as Element
      data += view.hidesText(node) ? ' ' : node.data
      return true
    }
    if (!isElement(node)) return true
    if (isField(node) && !view.leavesOut(node)) fields.push(node)
    if (skipped.has(node.name) || isSurrounding(node) || view.leavesOut(node)) return false
    if (isBoundary(node)) close()
    if (node.name === 'a' && node.attribs.href !== undefined) links.push(node)
    else if (node.name === 'input' && node.attribs.value && /^(?:submit|button)$/i.test(node.attribs.type ?? ''))
      add(node, fold(node.attribs.value))
    return true
  }
  const close = () => {
    finish()
    around = null
  }
  walk(root, visit, (node) => {
    if (isElement(node) && isBoundary(node)) close()
  })
  close()
  return isTooMuch() ? null : { parts, words, links, fields }
}

const skipped = new Set<string>(
  [...skippedElements.mainContent, 'template', 'noscript', 'nav', 'footer'].filter((name) => name !== 'input'),
)
const inline = new Set(
  'abbr b bdi bdo big br cite code em font i ins kbd mark nobr q s small span strong sub sup time u var wbr'.split(' '),
)
const isBoundary = ({ name }: Element) => !inline.has(name)
const isControl = ({ name, attribs }: Element) =>
  name === 'button' ||
  name === 'summary' ||
  attribs.role === 'button' ||
  (name === 'a' && attribs.href !== undefined) ||
  (name === 'a' && attribs.onclick !== undefined)
