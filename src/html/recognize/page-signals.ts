/**
 * The signals used to classify a page with little text: its title, its text, the names in its markup, and the parts that announce its
 * content, such as a spinner, "Loading…" or an element that loads a fragment.
 */

import type { AnyNode, Element } from 'domhandler'
import type { Document } from '../document.ts'
import { skippedElements } from '../elements.ts'
import { isInertTemplate } from '../text-runs.ts'
import { childTextContent, type ElementTest, isElement, isText, walk } from '../traverse.ts'
import { collapseAndTrim, isBlank } from '../white-space.ts'

export interface PageSignals extends ReturnType<typeof readMarkup> {
  /** Text that a visitor without scripts sees, except in `noscript`. In lower case, with white space collapsed. */
  text: string
}

// A longer inline script holds data, not the code of a challenge.
const maxScriptChars = 20_000
const maxMarkupChars = 300_000
/** Limit for all inline scripts together. */
const maxCodeChars = 300_000
/** Maximum number of nodes read below all possible mount points and placeholders. When these are nested, each level is walked again. */
const maxNodesBelow = 200_000

const namedAttributes = ['id', 'class', 'src', 'href', 'action', 'name', 'data-sitekey', 'content'] as const
const noField = new Set(['hidden', 'submit', 'button', 'image', 'reset'])
const captchaField = /captcha|^guess$|cf-turnstile|^answer$|^amzn/i
const mediaNames = new Set(['img', 'video', 'audio', 'canvas', 'object', 'embed', 'picture', 'frame', 'iframe'])
const mountName =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|main-?app|p?react[-_]?root|react-app|vue-?app|application|app-?root|app-?container|app-?mount|ember-app|q-app|webapp|spa-root)$/i
const mountAttributes = ['data-reactroot', 'ng-app', 'ng-version']
const placeholderClass =
  /skeleton|shimmer|animate-pulse|(?:^|[\s_-])(?:placeholder-(?:glow|wave)|content-placeholder)(?=$|[\s_-])/i
const importsScript = /\bimport\s*(?:\(\s*)?["'`]|\bimport\b[^;"'`]{1,200}\bfrom\s*["'`]/
const fetchesContent = /\bfetch\s*\(|XMLHttpRequest|\.innerHTML\b|\$\.(?:ajax|get|post|getJSON)\b|\bdocument\.write/
const setsLocation = /\blocation(?:\.href)?\s*=[^=]|\blocation\.(?:replace|assign)\s*\(/
const submitsForm = /\.(?:request)?submit(?:\.call)?\s*\(/i
const placeNames = /^(?:div|main|section|article|ul|ol|tbody|span|.*-.*)$/

/**
 * Null for a page with more than `textLimit` characters of text. Most pages have more; the rest of their text isn't read. Elements that
 * `leavesOut` accepts are skipped, along with everything in them.
 */
export function readSignals(
  document: Document,
  textLimit: number,
  leavesOut: ElementTest = () => false,
): PageSignals | null {
  const text = textWithin(document, textLimit, (element) => isSeen(element) && !leavesOut(element))
  return text === null ? null : { ...readMarkup(document, leavesOut), text: text.toLowerCase() }
}

/** The text that a visitor sees, with white space collapsed; null if it is longer than the limit. */
function textWithin(document: Document, limit: number, isRead: ElementTest): string | null {
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

/** `noscript` is the text of such elements, in lower case. `markup` has ids, classes, sources, targets and inline scripts, one per line. */
export function readMarkup(document: Document, leavesOut: ElementTest = () => false) {
  const noscript: string[] = []
  const markup: string[] = []
  const signals = {
    /** The document's title, in lower case with white space collapsed. */
    title: '',
    scripts: 0,
    /** True if a script is loaded from a URL, or imported by an inline script. */
    loadsScripts: false,
    /** True if an inline script makes a request or writes to the document. */
    fetches: false,
    /** True if an inline script navigates to another URL. */
    leadsOn: false,
    /** True if an inline script submits a form. */
    submits: false,
    /** True if a visitor without scripts is redirected. */
    noscriptRefreshes: false,
    /** Fields that a person fills in, except captcha fields. */
    fields: 0,
    links: 0,
    /** Images, players and frames. */
    media: 0,
    /** Elements that have the id or name of an application's mount point but no readable content. */
    mounts: 0,
    /** Placeholders for content, recognized by class, and busy elements without text. */
    placeholders: 0,
    /** Elements that say that content will follow, except an overlay that covers the whole page. */
    waits: 0,
    /** Empty elements with an id or data, which a script can fill. */
    places: 0,
  }
  let markupLength = 0
  let codeLeft = maxCodeChars
  const textBelow = createTextReader()

  const addMarkup = (piece: string) => {
    if (markupLength > maxMarkupChars) return
    markup.push(piece)
    markupLength += piece.length
  }
  const addCode = (code: string) => {
    signals.scripts++
    signals.fetches ||= fetchesContent.test(code)
    signals.leadsOn ||= setsLocation.test(code)
    signals.submits ||= submitsForm.test(code)
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
    if (name === 'script') {
      const code = codeLeft > 0 ? childTextContent(element).slice(0, Math.min(maxScriptChars, codeLeft)) : ''
      codeLeft -= code.length
      if (attribs.src || importsScript.test(code)) signals.loadsScripts = true
      addCode(code)
      if (!attribs.src) addMarkup(code)
    } else if (name === 'title' && signals.title === '')
      signals.title = collapseAndTrim(childTextContent(element)).toLowerCase()
    else if (name === 'a' && attribs.href) signals.links++
    else if (mediaNames.has(name) || name === 'svg') signals.media++
    else if (name === 'body' && attribs.onload) addCode(attribs.onload)
    else if (isField(element)) signals.fields++
    if (name === 'noscript') {
      noscript.push(textBelow(element) ?? '')
      signals.noscriptRefreshes ||= element.children.some(isRefresh)
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
    mountAttributes.some((attribute) => attribute in attribs)
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

const isRefresh = (node: AnyNode) =>
  isElement(node) && node.name === 'meta' && node.attribs['http-equiv']?.toLowerCase() === 'refresh'

/** The text in an element; null if too many nodes have already been visited. */
type TextReader = (element: Element) => string | null

/** The reader visits at most `maxNodesBelow` nodes in total. */
export function createTextReader(): TextReader {
  let left = maxNodesBelow
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

const words =
  'loading|please wait|one moment|just a (?:second|moment)|hang on|redirecting|wird geladen|werden geladen|lädt|bitte warten|' +
  'einen moment|weiterleitung|weitergeleitet|umgeleitet|redirection|redirigé|redirigiendo|reindirizzamento|redirecionando|doorgestuurd|' +
  'omdirigeras|omdirigeres|przekierowanie|przekierowujemy|přesměrování|yönlendiriliyorsunuz|перенаправление|リダイレクト|跳转|跳轉|' +
  'chargement|en cours de chargement|(?:veuillez )?patient(?:ez|er)|un instant|cargando|un momento|' +
  'caricamento|attendere|carregando|a carregar|aguarde|bezig met laden|even geduld|laddar|indlæser|vänta|vent venligst|ladataan|' +
  'ładowanie|wczytywanie|proszę czekać|načítání|načítava|čekejte|betöltés|se încarcă|yükleniyor|lütfen bekleyin|φόρτωση|загрузка|' +
  'загружается|подождите|завантаження|зачекайте|зареждане|memuat|đang tải|กำลังโหลด|加载中|正在加载|載入中|载入中|请稍候|請稍候|' +
  'učitavanje|nalaganje|načítám|nahrávám|henter data|henter indhold|carregant|kraunama|ielādē|laadimine|लोड हो रहा|' +
  '読み込み中|ロード中|お待ちください|로딩|불러오는 중|جار[ي\\p{M}]? (?:ال)?تحميل|در حال بارگذاری|בטעינה|טוען'
/** These words have other meanings too, so no other words may surround them, except in a sentence that ends with an ellipsis. */
const ambiguous = 'laden?|laster|henter|espere|odota|momento?'
const waiting = new RegExp(
  [
    // Matches these words alone, or preceded by up to two others.
    `^(?:\\S+ ){0,2}(?:(?:${words})[\\s\\p{P}]*)*$`,
    '^(?:now )?(?:loading|please wait)(?: [^\\s.]+){0,3}[\\s\\p{P}]*$',
    '^(?:please wait|one moment|bitte warten|einen moment|veuillez patienter)\\b.{0,80}$',
    // Few strings end with an ellipsis, so the words are searched for last.
    `^(?=.{0,80}(?:…|\\.{2,})\\s*$).*(?:${words}|${ambiguous})`,
    `^(?:${ambiguous})?[\\s.…!]*$`,
  ].join('|'),
  'u',
)

/** True for a lower-case string that is empty or only says that more will follow. */
export function isWaitingText(text: string): boolean {
  return waiting.test(text)
}

const spinnerName =
  /(?:^|[\s_-])(?:spinners?|spinner-\w+|loaders?|loading|preloader|lds-\w+|(?:loading|progress)-(?:indicator|bar|spinner))(?=$|[\s_-])/i
/** A theme's overlay, which disappears as soon as the page has loaded. */
const overlayName = /pre-?load|overlay|backdrop|page-?load/i

/** True for a spinner or an element that loads a fragment, if it has no text yet or only asks the visitor to wait. */
export function isWaitingElement(element: Element, textBelow: TextReader): boolean {
  if (element.name === 'script' || element.name === 'style') return false
  const isLeaf = !element.children.some(isElement)
  const text = isLeaf ? childTextContent(element) : announcesContent(element) ? textBelow(element) : null
  if (text === null || text.length > 1000) return false
  const shown = collapseAndTrim(text).toLowerCase()
  return shown === '' ? announcesContent(element) : isWaitingText(shown)
}

function announcesContent({ name, attribs }: Element): boolean {
  const { id = '', class: className = '', role, src } = attribs
  if (name === 'progress' || role === 'progressbar' || (name === 'turbo-frame' && src !== undefined)) return true
  if (/\b(?:load|revealed|intersect)\b/.test(attribs['hx-trigger'] ?? attribs['data-hx-trigger'] ?? '')) return true
  return spinnerName.test(`${id} ${className}`)
}

/** True for a waiting element that covers the page until it has loaded, rather than marking a place in it. */
function isOverlay({ attribs: { id = '', class: className = '' } }: Element): boolean {
  return overlayName.test(`${id} ${className}`)
}
