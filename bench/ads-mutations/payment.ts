/** Finds the paid parts of a page, independently of the reader being measured. */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText, nextElement, previousElement, walk } from '../../src/html/traverse.ts'
import { elementsAround, elementsOf } from './tree.ts'

const clickCounter = /(?:^|[/"'(])aclk\?|googleadservices\.com\/|^(?:https?:\/\/[^/]+)?\/goto\?/
const paidNames = ['data-pcu', 'data-rw']
/** Elements whose content is never shown, or appears only after a click. */
const unseenTags = new Set(['script', 'style', 'noscript', 'template', 'head', 'title'])
const unseenRoles = new Set(['dialog', 'alertdialog', 'menu', 'tooltip'])

/** True for a business that paid for its position, and for a link with a click counter or an attribute used for paid links. */
export function isPaidElement({ name, attribs }: Element): boolean {
  if (/^(?:1|true)$/.test(attribs['data-is-ad'] ?? '')) return true
  if (name !== 'a') return false
  return paidNames.some((one) => one in attribs) || Object.values(attribs).some((value) => clickCounter.test(value))
}

/** True if a visitor sees the node, judging by its own and its ancestors' markup. */
function isSeen(node: AnyNode): boolean {
  const around = isElement(node) ? [node, ...elementsAround(node)] : elementsAround(node)
  return !around.some(
    ({ name, attribs }) =>
      unseenTags.has(name) ||
      unseenRoles.has(attribs.role ?? '') ||
      'hidden' in attribs ||
      /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribs.style ?? ''),
  )
}

/** Returns the visible text of an element. */
export function seenText(root: Element): string {
  const parts: string[] = []
  walk(root, (node) => {
    if (isText(node) && isSeen(node)) parts.push(node.data)
  })
  return parts.join(' ').replace(/\s+/g, ' ').trim()
}

/** True if the link leads to one of Google's own pages: flights, an account, a help page. */
function leadsToGoogle({ attribs }: Element): boolean {
  const counter = Object.values(attribs).find((value) => clickCounter.test(value)) ?? ''
  const landing = /[?&;]adurl=([^&\s"']+)/.exec(counter)?.[1]
  const target = landing ? decoded(landing) : (attribs.href ?? '')
  const url = URL.parse(target, 'https://www.google.com/search')
  if (!url || !/(?:^|\.)google\.[a-z.]+$/.test(url.hostname)) return false
  return !/^play\./.test(url.hostname) && !/\/(?:aclk|goto|url|clk)$|\/localservices/.test(url.pathname)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns paid elements that show text and lead to an advertiser. If there are any, the page has an ad. */
export function findEvidence(elements: readonly Element[]): Element[] {
  return elements.filter((element) => {
    if (!isPaidElement(element) || !isSeen(element) || leadsToGoogle(element)) return false
    const direct = counted(element)
    return seenText(element) !== '' || (direct !== null && isSeen(direct) && seenText(direct) !== '')
  })
}

/** For an empty link that counts clicks (used until 2020), returns the link after it. Returns null for links with content. */
function counted(element: Element): Element | null {
  const next = element.children.length === 0 ? nextElement(element) : null
  return next?.name === 'a' ? next : null
}

/** True if the link is an organic result: unpaid, with a heading, and leading to another site. */
function isResult(link: Element): boolean {
  if (link.name !== 'a' || isPaidElement(link) || !/^(?:https?:|\/url\?)/.test(link.attribs.href ?? '')) return false
  const before = previousElement(link)
  if (before && before.children.length === 0 && isPaidElement(before)) return false
  return headingsOf(link).length > 0 && !elementsAround(link).some(isAdContainer)
}

/** Returns the headings inside and around a link. */
function headingsOf(link: Element): Element[] {
  const candidates = [...elementsOf(link), ...elementsAround(link).slice(0, 2)]
  return candidates.filter(({ name, attribs }) => /^h[1-6]$/.test(name) || attribs.role === 'heading')
}

function isAdContainer({ attribs }: Element): boolean {
  return 'data-text-ad' in attribs || 'data-ta-slot' in attribs || /^(?:tads|tadsb|bottomads)$/.test(attribs.id ?? '')
}

/** The paid and unpaid parts of a page. */
export interface PageOfPayments {
  /** Text of each part of the page that has paid links but no results, with white space removed. */
  paidTexts: string[]
  /** The words of this text. */
  paidWords: Set<string>
  /** The titles of results. */
  resultTitles: Set<string>
  /** The URLs of results, except those that a paid link also uses. */
  resultAddresses: Set<string>
}

/** Normalizes the text for comparison, ignoring case, white space and invisible characters. */
export function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toLowerCase()
}

const words = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

export function paymentsOf(elements: readonly Element[]): PageOfPayments {
  const results = elements.filter(isResult)
  const aroundResults = new Set(results.flatMap(elementsAround))
  const regions = new Set<Element>()
  const isBusiness = ({ attribs }: Element) => 'data-cid' in attribs || /\/localservices\//.test(attribs.href ?? '')
  for (const element of elements.filter((one) => isPaidElement(one) || isBusiness(one))) {
    const around = elementsAround(element)
    const end = around.findIndex((one) => aroundResults.has(one) || one.name === 'body')
    regions.add(end < 1 ? element : (around[end - 1] ?? element))
  }
  const texts = [...regions].flatMap((region) => [allText(region), ...labelsIn(region)])
  const paidLinks = elements.filter(isPaidElement).flatMap((element) => [element, counted(element) ?? element])
  const paid = paidLinks.flatMap(({ attribs }) => Object.values(attribs).map(decoded))
  const hrefs = results.map(({ attribs }) => attribs.href ?? '')
  const addresses = hrefs.filter((href) => !paid.some((value) => value.includes(href)))
  return {
    paidTexts: texts.map(comparable),
    paidWords: new Set(texts.flatMap(words)),
    resultTitles: new Set(results.flatMap(headingsOf).map((heading) => comparable(seenText(heading)))),
    resultAddresses: new Set(addresses),
  }
}

function allText(root: Element): string {
  const parts: string[] = []
  walk(root, (node) => {
    if (isText(node)) parts.push(node.data)
  })
  return parts.join(' ')
}

function labelsIn(root: Element): string[] {
  return elementsOf(root).flatMap(({ attribs }) =>
    [attribs['aria-label'], attribs.title, attribs.alt].filter((text) => text !== undefined),
  )
}

/** True if the string, or every one of its words, is in a paid part of the page. */
export function isPaidText(text: string, { paidTexts, paidWords }: PageOfPayments): boolean {
  const wanted = comparable(text)
  return paidTexts.some((paid) => paid.includes(wanted)) || words(text).every((word) => paidWords.has(word))
}
