/** Reasons why loading a page can fail, and the errors that report them. */

import { ServiceError } from '../base/errors.ts'
import { parseContentType } from '../page/content-type.ts'
import { isHtml } from '../page/media-kind.ts'
import type { Tab } from './tab/tab.ts'

/** The main document didn't arrive, or arrived incomplete. */
export class LoadFailed extends Error {
  override readonly name = 'LoadFailed'
  /** Chromium's code for the failure: `net::ERR_…`. */
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.reason = reason
  }
}

/** The main document isn't HTML, so a browser isn't needed for it. */
export class NotHtml extends Error {
  override readonly name = 'NotHtml'
  /** The URL to which scripts navigated, or null if the requested page itself isn't HTML. */
  readonly ledTo: string | null

  constructor({ document }: Tab['traffic']) {
    super('Not HTML')
    this.ledTo = document.count > 1 ? document.url : null
  }
}

/** If a LoadFailed was caused by the guard, returns the error for that cause. Returns all other errors unchanged. */
export function explainFailure(error: unknown, { egress, traffic: { document } }: Tab, url: string): unknown {
  if (!(error instanceof LoadFailed)) return error
  const refusal = egress.reasonFor(document.url || url)
  if (refusal?.type === 'address_refused' && document.url !== url) {
    const { protocol, host } = new URL(document.url)
    const message = `A redirect to ${host === '' ? protocol : `${protocol}//${host}`} was refused: ${refusal.message}`
    return new ServiceError('address_refused', message, { param: 'url', cause: refusal })
  }
  return refusal?.type === 'address_refused' || refusal?.type === 'response_too_large' ? refusal : error
}

/** Accepts a `Content-Type` or its essence. True if the type is missing, because the document may turn out to be HTML. */
export function mayBeHtml(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType.trim() === '') return true
  return isHtml(parseContentType(contentType)?.essence ?? '')
}
