/** What ends the loading of a page, and the error that it becomes. */

import { ServiceError } from '../base/errors.ts'
import { maxRedirects } from '../contract/service-limits.ts'
import { parseContentType } from '../html/content-type.ts'
import { isHtml } from '../html/media-kind.ts'
import type { Tab } from './tab/tab.ts'

/** The main document did not arrive, or not whole. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed'
  /** Chromium's word for it: `net::ERR_…`. */
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** The main document is not HTML: nothing for a browser. */
export class NotHtml extends Error {
  override readonly name = 'NotHtml'
  /** Where scripts have led to it; null when it is what was requested. */
  readonly ledTo: string | null

  constructor({ document }: Tab['traffic']) {
    super('Not HTML')
    this.ledTo = document.count > 1 ? document.url : null
  }
}

/** Turns a LoadFailed into what the guard refused or what the redirects came to; other errors, and failures of the network, stay. */
export function explainFailure(error: unknown, { egress, traffic: { document } }: Tab, url: string): unknown {
  if (!(error instanceof LoadFailed)) return error
  if (document.redirects > maxRedirects || error.reason === 'net::ERR_TOO_MANY_REDIRECTS') {
    return new ServiceError('too_many_redirects', `${new URL(url).host} redirects more than ${maxRedirects} times`)
  }
  const refusal = egress.reasonFor(document.url || url)
  if (refusal?.type === 'address_refused' && document.url !== url) {
    const { protocol, host } = new URL(document.url)
    const message = `A redirect to ${host === '' ? protocol : `${protocol}//${host}`} is refused: ${refusal.message}`
    return new ServiceError('address_refused', message, { param: 'url', cause: refusal })
  }
  return refusal?.type === 'address_refused' || refusal?.type === 'response_too_large' ? refusal : error
}

/** By its `Content-Type` or the essence of it. True without one: it may be HTML, which the document itself shows in the end. */
export function mayBeHtml(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType.trim() === '') return true
  return isHtml(parseContentType(contentType)?.essence ?? '')
}
