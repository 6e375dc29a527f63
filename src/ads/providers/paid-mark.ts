/** Recognizes paid results by the marks that services put on them and by the lists that hold them. */

import type { AdKind } from '../ad/ad.ts'
import { findAdRedirect } from '../ad/google-urls.ts'
import { isAdLabel } from '../text/short-texts.ts'
import { fieldsOf, itemsOf, textValue, type UncheckedFields } from './provider-ads.ts'

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

/** True if a string starts like a URL. */
export function isUrlText(text: string): boolean {
  return /^\s*(?:https?:)?\//i.test(text)
}

/** True if a value is only a word for ads. */
export function isLabel(value: unknown): boolean {
  return typeof value === 'string' && (isAdLabel(value) || /^(?:paid|pla)$/i.test(value))
}

export function snakeCase(name: string): string {
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
