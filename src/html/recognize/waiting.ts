/** Recognizes the parts of a page that announce its content: a spinner, "Loading…", an element that loads a fragment. */

import type { Element } from 'domhandler'
import { childTextContent, isElement } from '../traverse.ts'
import { collapseAndTrim } from '../white-space.ts'

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
export function isWaitingElement(element: Element, textBelow: (element: Element) => string | null): boolean {
  const { name, attribs } = element
  if (name === 'script' || name === 'style') return false
  const isLeaf = !element.children.some(isElement)
  const text = isLeaf ? childTextContent(element) : isNamed(name, attribs) ? textBelow(element) : null
  if (text === null || text.length > 1000) return false
  const shown = collapseAndTrim(text).toLowerCase()
  return shown === '' ? isNamed(name, attribs) : isWaitingText(shown)
}

function isNamed(name: string, attribs: Readonly<Record<string, string>>): boolean {
  const { id = '', class: className = '', role, src } = attribs
  if (name === 'progress' || role === 'progressbar' || (name === 'turbo-frame' && src !== undefined)) return true
  if (/\b(?:load|revealed|intersect)\b/.test(attribs['hx-trigger'] ?? attribs['data-hx-trigger'] ?? '')) return true
  return spinnerName.test(`${id} ${className}`)
}

/** True for a waiting element that covers the page until it has loaded, rather than marking a place in it. */
export function isOverlay({ attribs: { id = '', class: className = '' } }: Element): boolean {
  return overlayName.test(`${id} ${className}`)
}
