/** Builds a result page from a service's ads, with its status and any unread ads. Paid results have marks that services put on them. */

import type { ParsedResultPage, ResultPageStatus } from '../../contract/ads-reading.ts'
import type { AdKind } from '../ad/ad.ts'
import { findAdRedirect } from '../ad/google-urls.ts'
import { isAdLabel } from '../text/short-texts.ts'
import {
  createAds,
  fieldsOf,
  itemsOf,
  type ProviderAd,
  textValue,
  type UncheckedFields,
  usableAds,
} from './provider-ads.ts'

interface PageParts {
  page: number
  entries: readonly ProviderAd[]
  /** The part of the JSON that holds the page's content. */
  root: unknown
  /** Names of root fields that repeat the request. */
  echoes?: ReadonlySet<string>
  /** The status if the page has no ads. */
  statusWithoutAds: ResultPageStatus
}

/** A response that isn't a result page shows no evidence of one. Its status is `error`, unless it has ads. */
export function createPage({ page, entries, root, echoes, statusWithoutAds }: PageParts): ParsedResultPage {
  const ads = createAds(page, entries)
  if (ads.length === 0 && statusWithoutAds !== 'no_ads' && statusWithoutAds !== 'no_results') {
    return { status: statusWithoutAds, ads }
  }
  const unread = findUnread(root, new Set(usableAds(entries).map(({ item }) => item)), echoes)
  if (unread.length > 0) return { status: 'layout_changed', ads, unread }
  return { status: ads.length > 0 ? 'ok' : statusWithoutAds, ads }
}

/** Real responses contain at most about ten thousand values. */
const maxValues = 400_000
const maxPlaces = 3
const maxWordsLength = 60
const maxNames = 4

interface Place {
  value: object
  name: string
  /** The last names on the path to the value, without list indexes. */
  path: readonly string[]
}

const listNames =
  /(?:^|_)(?:ads?|adverts?|advertisements?|sponsored|paid|promoted|pla)(?:_|$)|^(?:inline_)?shopping(?:_results)?$|^commercial_units$|^local_services$/

const partNames = /^(?:site_?links?|links?|images?|extra|extensions|data_pcu)$/

/**
 * Locates ads that aren't among the objects in `read`, each with its first words: `sponsored_stores: "Shoe Shop"`. Skips the parts of ads
 * that were read, and the root fields named in `echoes`, which repeat the request.
 */
export function findUnread(
  root: unknown,
  read: ReadonlySet<object>,
  echoes: ReadonlySet<string> = new Set(),
): string[] {
  const places = new Map<string, string>()
  const open: Place[] = isObject(root) ? [{ value: root, name: '', path: [] }] : []
  let values = 0
  for (let place = open.pop(); place !== undefined && places.size < maxPlaces; place = open.pop()) {
    const isRead = read.has(place.value)
    values += Array.isArray(place.value) ? place.value.length : Object.keys(place.value).length
    if (values > maxValues) return [...places.values(), 'some beyond the maximum number of values']
    if (!isRead && isMarked(place, read)) {
      const where = place.path.join('.') || 'the answer'
      const words = wordsOf(place.value, read)
      if (!places.has(where)) places.set(where, words === '' ? `${where}, without text` : `${where}: "${words}"`)
      // This place covers everything below it.
      if (place.value !== root) continue
    }
    // Values are pushed in reverse, so that they are popped in order.
    for (const [name, value] of Object.entries(place.value).reverse()) {
      const isKnown = isRead ? partNames.test(snakeCase(name)) : place.value === root && echoes.has(name)
      if (!isObject(value) || isKnown) continue
      const names = [...place.path, textValue(name)?.slice(0, maxWordsLength) ?? ''].slice(-maxNames)
      open.push({ value, name, path: Array.isArray(place.value) ? place.path : names })
    }
  }
  return [...places.values()]
}

function isMarked({ value, name }: Place, read: ReadonlySet<object>): boolean {
  if (listNames.test(snakeCase(name)) && holdsUnread(value, read)) return true
  if (Array.isArray(value)) return value.some(isClick)
  // Only a list's heading counts, because the title of an organic result may also be "Reklam".
  return isPaid(value) || ('title' in value && isLabel(value.title) && holdsUnread(value, read))
}

/** True if the value, or one of its fields, is a list that contains an unread object. Empty objects don't count. */
function holdsUnread(value: object, read: ReadonlySet<object>): boolean {
  const lists = Array.isArray(value) ? [value] : Object.values(value).filter(Array.isArray)
  return lists.some((list) => list.some((item) => isObject(item) && !read.has(item) && Object.keys(item).length > 0))
}

/** Names of fields that describe a result, most descriptive first. */
const wordNames = ['title', 'name', 'source', 'seller', 'text', 'description'] as const
const maxObjects = 30

/** The first words of an unread part: the name in the nearest object that has one. */
function wordsOf(value: object, read: ReadonlySet<object>): string {
  const objects = [value]
  for (let index = 0; index < objects.length && index < maxObjects; index++) {
    const fields = objects[index] as Record<string, unknown>
    for (const name of wordNames) {
      const words = Object.hasOwn(fields, name) ? textValue(fields[name]) : null
      if (words === null || isLabel(words) || isUrlText(words)) continue
      return words.length > maxWordsLength ? `${words.slice(0, maxWordsLength).trimEnd()}…` : words
    }
    const inner = Object.values(fields).filter((one): one is object => isObject(one) && !read.has(one))
    objects.push(...inner.slice(0, maxObjects))
  }
  return ''
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const maxUrlLength = 8000

const markNames = /^(?:is_)?(?:ad|ads|advert|advertisement|sponsored|paid|promoted)$/

const clickNames = /^(?:tracking_(?:link|url)|click_tracking|ad_?aclk|aclk(?:_url)?|data_rw)$/

const labelNames = /^(?:label|badge|tag|type|category|kind|annotation|ad_label|block_title|section|heading)$/

/** True if a field of the object says that it is an ad, or contains Google's URL for a click on an ad. */
export function isPaid(item: object): boolean {
  return Object.entries(item).some(([name, field]) => {
    const snake = snakeCase(name)
    if (isClick(field)) return true
    if (markNames.test(snake)) return saysYes(field)
    if (clickNames.test(snake)) return textValue(field) !== null
    return labelNames.test(snake) && isLabel(field)
  })
}

/** True if a value is Google's URL for a click on an ad. */
export function isClick(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > maxUrlLength || !isUrlText(value)) return false
  return findAdRedirect(value) !== null
}

function isUrlText(text: string): boolean {
  return /^\s*(?:https?:)?\//i.test(text)
}

/** True if a value is only a word for ads. */
function isLabel(value: unknown): boolean {
  return typeof value === 'string' && (isAdLabel(value) || /^(?:paid|pla)$/i.test(value))
}

function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
}

function saysYes(value: unknown): boolean {
  return (
    value === true || value === 1 || (typeof value === 'string' && /^(?:true|yes|1)$/i.test(value)) || isLabel(value)
  )
}

/** A list that a service documents. */
export interface ResultList {
  path: readonly string[]
  kind: AdKind
  /** True if the list also contains unpaid results. In that case, only its marked results are ads. */
  isMixed: boolean
}

export function paidResults(answer: UncheckedFields, { path, isMixed }: ResultList): UncheckedFields[] {
  const list = path.reduce<unknown>((fields, name) => fieldsOf(fields)[name], answer)
  return itemsOf(list).filter((item) => !isMixed || isPaid(item))
}
