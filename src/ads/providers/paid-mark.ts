/** Recognizes results that were paid for by the marks that services set on them. */

import { findAdRedirect } from '../ad/google-urls.ts'
import { isAdLabel } from '../text/ad-label.ts'
import { textValue } from './provider-ads.ts'

const maxUrlLength = 8000

/** Names of fields that say whether something is an ad. */
const markNames = /^(?:is_)?(?:ad|ads|advert|advertisement|sponsored|paid|promoted)$/

/** Names of fields that hold the address or the number of a click. */
const clickNames = /^(?:tracking_(?:link|url)|click_tracking|ad_?aclk|aclk(?:_url)?|data_rw)$/

/** Names of fields whose text can be a label. */
const labelNames = /^(?:label|badge|tag|type|category|kind|annotation|ad_label|block_title|section|heading)$/

/** Whether a field of the object says that it is an ad, or holds Google's address for a click on one. */
export function isPaid(item: object): boolean {
  return Object.entries(item).some(([name, field]) => {
    const snake = snakeCase(name)
    if (isClick(field)) return true
    if (markNames.test(snake)) return saysYes(field)
    if (clickNames.test(snake)) return textValue(field) !== null
    return labelNames.test(snake) && isLabel(field)
  })
}

/** Whether a value is Google's address for a click on an ad. */
export function isClick(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > maxUrlLength || !isUrlText(value)) return false
  return findAdRedirect(value) !== null
}

/** Whether a text begins as URLs do. */
export function isUrlText(text: string): boolean {
  return /^\s*(?:https?:)?\//i.test(text)
}

/** Whether a value is nothing but a word for ads. */
export function isLabel(value: unknown): boolean {
  return typeof value === 'string' && (isAdLabel(value) || /^(?:paid|pla)$/i.test(value))
}

/** `isPaid` as `is_paid`. */
export function snakeCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()
}

function saysYes(value: unknown): boolean {
  return (
    value === true || value === 1 || (typeof value === 'string' && /^(?:true|yes|1)$/i.test(value)) || isLabel(value)
  )
}
