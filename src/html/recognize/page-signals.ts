/** The signals used to classify a page with little text: its title, its text and the names in its markup. */

import type { Element } from 'domhandler'
import type { Document } from '../document.ts'
import { skippedElements } from '../elements.ts'
import { isInertTemplate } from '../text-runs.ts'
import { childTextContent, isElement, isText, walk } from '../traverse.ts'
import { collapseAndTrim, isBlank } from '../white-space.ts'
import { isOverlay, isWaitingElement, isWaitingText } from './waiting.ts'

export interface PageSignals {
  /** The document's title, in lower case with white space collapsed. */
  title: string
  /** Text that a visitor without scripts sees, except in `noscript`. In lower case, with white space collapsed. */
  text: string
  /** Text of `noscript` elements, in lower case. */
  noscript: string
  /** True if a visitor without scripts is redirected. */
  noscriptRefreshes: boolean
  /** Ids, classes, sources, targets and inline scripts, one per line. Rules search them for names. */
  markup: string
  scripts: number
  /** True if a script is loaded from a URL, or imported by an inline script. */
  loadsScripts: boolean
  /** True if an inline script makes a request or writes to the document. */
  fetches: boolean
  /** True if an inline script navigates to another URL. */
  leadsOn: boolean
  /** True if an inline script submits a form. */
  submits: boolean
  /** Fields that a person fills in, except captcha fields. */
  fields: number
  /** Links, images, players and frames: content other than text. */
  links: number
  media: number
  /** Elements that have the id or name of an application's mount point but no readable content. */
  mounts: number
  /** Placeholders for content, recognized by class, and busy elements without text. */
  placeholders: number
  /** Elements that say that content will follow, except an overlay that covers the whole page. */
  waits: number
  /** Empty elements with an id or data, which a script can fill. */
  places: number
}

// A longer inline script holds data, not the code of a challenge.
const maxScriptChars = 20_000
const maxMarkupChars = 300_000
/** Limit for all inline scripts together. */
const maxCodeChars = 300_000
/** Maximum number of nodes read below all possible mount points and placeholders. When these are nested, each level is walked again. */
export const maxNodesBelow = 200_000

const namedAttributes = ['id', 'class', 'src', 'href', 'action', 'name', 'data-sitekey', 'content'] as const
const noField = new Set(['hidden', 'submit', 'button', 'image', 'reset'])
const captchaField = /captcha|^guess$|cf-turnstile|^answer$|^amzn/i
const mediaNames = new Set(['img', 'video', 'audio', 'canvas', 'object', 'embed', 'picture', 'frame', 'iframe'])
const mountName =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-?app|p?react[-_]?root|react-app|vue-?app|application|app-?root|app-?container|app-?mount|ember-app|q-app|webapp|spa-root)$/i
const placeholderClass =
  /skeleton|shimmer|animate-pulse|(?:^|[\s_-])(?:placeholder-(?:glow|wave)|content-placeholder)(?=$|[\s_-])/i
const importsScript = /\bimport\s*(?:\(\s*)?["'`]|\bimport\b[^;"'`]{1,200}\bfrom\s*["'`]/
const fetchesContent = /\bfetch\s*\(|XMLHttpRequest|\.innerHTML\b|\$\.(?:ajax|get|post|getJSON)\b|\bdocument\.write/
const setsLocation = /\blocation(?:\.href)?\s*=[^=]|\blocation\.(?:replace|assign)\s*\(/
const submitsForm = /\.(?:request)?submit(?:\.call)?\s*\(/i
const placeNames = /^(?:div|main|section|article|ul|ol|tbody|span|.*-.*)$/

/** True for an element that is skipped, along with everything in it. */
type LeavesOut = (element: Element) => boolean

/** Null for a page with more than `textLimit` characters of text. Most pages have more; the rest of their text isn't read. */
export function readSignals(
  document: Document,
  textLimit: number,
  leavesOut: LeavesOut = () => false,
): PageSignals | null {
  const text = textWithin(document, textLimit, (element) => isSeen(element) && !leavesOut(element))
  return text === null ? null : { ...readMarkup(document, leavesOut), text: text.toLowerCase() }
}

/** The text that a visitor sees, with white space collapsed; null if it is longer than the limit. */
function textWithin(document: Document, limit: number, isRead: (element: Element) => boolean): string | null {
  const parts: string[] = []
  // The first part has no space before it.
  let length = -1
  walk(document.root, (node) => {
    if (length > limit) return false
    if (isElement(node)) return isRead(node)
    if (!isText(node)) return true
    const part = collapseAndTrim(node.data)
    if (part === '') return true
    parts.push(part)
    length += part.length + 1
    return true
  })
  const text = parts.join(' ')
  return text.length > limit ? null : text
}

function isSeen(element: Element): boolean {
  return !skippedElements.recognition.has(element.name) && !isInertTemplate(element)
}

const noSignals = {
  ...{
    title: '',
    scripts: 0,
    loadsScripts: false,
    fetches: false,
    leadsOn: false,
    submits: false,
    fields: 0,
    links: 0,
  },
  ...{ media: 0, mounts: 0, placeholders: 0, waits: 0, places: 0, noscriptRefreshes: false },
}

export function readMarkup(document: Document, leavesOut: LeavesOut = () => false): Omit<PageSignals, 'text'> {
  const noscript: string[] = []
  const markup: string[] = []
  const signals = { ...noSignals }
  let markupLength = 0
  let codeLeft = maxCodeChars
  const textBelow = createTextReader(maxNodesBelow)

  const addMarkup = (piece: string) => {
    if (markupLength > maxMarkupChars) return
    markup.push(piece)
    markupLength += piece.length
  }
  walk(document.root, (element) => {
    if (!isElement(element)) return true
    const { name, attribs } = element
    for (const attribute of namedAttributes) {
      const value = attribs[attribute]
      if (value) addMarkup(`${attribute}="${value.slice(0, 500)}"`)
    }
    if (isMount(element, textBelow)) signals.mounts++
    if (isPlaceholder(element, textBelow)) signals.placeholders++
    if (isPlace(element)) signals.places++
    if (isWaitingElement(element, textBelow) && !isOverlay(element)) signals.waits++
    if (leavesOut(element)) return false
    const runs = (code: string) => {
      signals.scripts++
      if (fetchesContent.test(code)) signals.fetches = true
      if (setsLocation.test(code)) signals.leadsOn = true
      if (submitsForm.test(code)) signals.submits = true
    }
    if (name === 'script') {
      const code = codeLeft > 0 ? childTextContent(element).slice(0, Math.min(maxScriptChars, codeLeft)) : ''
      codeLeft -= code.length
      if (attribs.src || importsScript.test(code)) signals.loadsScripts = true
      runs(code)
      if (!attribs.src) addMarkup(code)
    } else if (name === 'title' && signals.title === '')
      signals.title = collapseAndTrim(childTextContent(element)).toLowerCase()
    else if (name === 'a' && attribs.href) signals.links++
    else if (mediaNames.has(name) || name === 'svg') signals.media++
    else if (name === 'body' && attribs.onload) runs(attribs.onload)
    else if (isField(element)) signals.fields++
    if (name === 'noscript') {
      noscript.push(textBelow(element) ?? '')
      if (refreshes(element)) signals.noscriptRefreshes = true
    }
    return isSeen(element)
  })
  return {
    ...signals,
    noscript: collapseAndTrim(noscript.join(' ')).toLowerCase().slice(0, 2000),
    markup: markup.join('\n'),
  }
}

export function isField({ name, attribs }: Element): boolean {
  if (name !== 'input' && name !== 'textarea' && name !== 'select') return false
  return !noField.has((attribs.type ?? '').toLowerCase()) && !captchaField.test(`${attribs.name ?? attribs.id ?? ''}`)
}

function isMount(element: Element, textBelow: TextReader): boolean {
  const { name, attribs } = element
  const isNamed =
    mountName.test(attribs.id ?? '') ||
    /^app-root$|-app$/.test(name) ||
    'data-reactroot' in attribs ||
    'ng-app' in attribs ||
    'ng-version' in attribs
  const text = isNamed ? textBelow(element) : null
  return text !== null && isWaitingText(collapseAndTrim(text).toLowerCase())
}

function isPlaceholder(element: Element, textBelow: TextReader): boolean {
  const { attribs } = element
  if (!placeholderClass.test(attribs.class ?? '') && attribs['aria-busy'] !== 'true') return false
  return textBelow(element)?.trim() === ''
}

function isPlace(element: Element): boolean {
  const { name, attribs } = element
  if (!placeNames.test(name) || !Object.keys(attribs).some((key) => key === 'id' || key.startsWith('data-')))
    return false
  return element.children.every((child) => isText(child) && isBlank(child.data))
}

function refreshes(noscript: Element): boolean {
  return noscript.children.some(
    (child) => isElement(child) && child.name === 'meta' && child.attribs['http-equiv']?.toLowerCase() === 'refresh',
  )
}

/** The text in an element; null if too many nodes have already been visited. */
type TextReader = (element: Element) => string | null

/** The reader visits at most `maxNodes` nodes in total. */
export function createTextReader(maxNodes: number): TextReader {
  let left = maxNodes
  return (element) => {
    if (left <= 0) return null
    const parts: string[] = []
    walk(element, (node) => {
      if (left-- <= 0) return false
      if (isText(node)) parts.push(node.data)
      return !isElement(node) || (node.name !== 'script' && node.name !== 'style' && parts.length < 100)
    })
    return left > 0 ? parts.join(' ') : null
  }
}
