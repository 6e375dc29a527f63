/** Gets a request's pages from the store if possible, or else loads them. */

import type { Share } from '../../base/share.ts'
import type { Page, PageRequest, PageSource, Validators } from '../../page/page.ts'
import type { FoundPage, KeptPage, PageStore } from './snapshot-store.ts'

export interface KeepRequest {
  /** Id of a key, or null if the service has no keys. */
  owner: string | null
  /** Name of the page, which is the same for all loads that return this page. */
  name: string
  /** Maximum age of a kept page, in milliseconds. 0 always loads the page. */
  maxAgeMs: number
  /** True if an older page is requested conditionally. Only the fetch engine supports that. */
  revalidates: boolean
}

/** A page for one request. Don't modify its body: the store may hold it too. */
export interface ObtainedPage extends KeptPage {
  /** `kept`: from the store. `renewed`: from the store, after the page's server confirmed that it is unchanged. */
  from: 'kept' | 'renewed' | 'source'
  /** Keeps the page for later requests. Call it after this request is charged for. Null if the page is already kept or must not be kept. */
  keep: (() => Promise<void>) | null
}

type Loaded = Pick<ObtainedPage, 'page' | 'from'>

export type PageKeeper = ReturnType<typeof createPageKeeper>

export function createPageKeeper(store: PageStore) {
  const look = async ({ owner, name, maxAgeMs }: KeepRequest) => (maxAgeMs > 0 ? store.get(owner, name) : null)

  function takeYoung(found: FoundPage | null, { maxAgeMs }: KeepRequest, share: Share): ObtainedPage | null {
    if (found === null || found.ageMs > maxAgeMs) return null
    const { page, fetchedAt } = found
    share.take(page.body.byteLength)
    return { page, fetchedAt, from: 'kept', keep: null }
  }

  /** Doesn't keep the page until the request is charged for. Otherwise, a failed request would make the page free for the next one. */
  async function prepareToKeep({ owner, name }: KeepRequest, { page, from }: Loaded): Promise<ObtainedPage> {
    const kept: KeptPage = { page, fetchedAt: new Date().toISOString() }
    if (mayKeep(page)) return { ...kept, from, keep: async () => void (await store.set(owner, name, kept)) }
    // The kept page is out of date, unless the server is just failing temporarily.
    if (page.complete && page.status < 500) await store.delete(owner, name)
    return { ...kept, from, keep: null }
  }

  return {
    /** Returns the kept page if it is fresh enough, else null. */
    find: async (keep: KeepRequest, share: Share): Promise<ObtainedPage | null> =>
      takeYoung(await look(keep), keep, share),
    /** Returns the kept page if it is fresh enough, else loads it. Throws any error from the source. */
    async load(source: Pick<PageSource, 'load'>, request: PageRequest, keep: KeepRequest): Promise<ObtainedPage> {
      const found = await look(keep)
      const young = takeYoung(found, keep, request.share)
      if (young) return young
      const revalidated = found && keep.revalidates ? await revalidate(found.page, source, request) : null
      return prepareToKeep(keep, revalidated ?? { page: await source.load(request), from: 'source' })
    },
  }
}

/** Requests an older page conditionally. Returns null if that isn't possible, or if the 304 is for another version of the page. */
async function revalidate(old: Page, source: Pick<PageSource, 'load'>, request: PageRequest): Promise<Loaded | null> {
  const validators = validatorsOf(old)
  if (!validators) return null
  const bytes = old.body.byteLength
  request.share.take(bytes)
  const answer = await source.load({ ...request, validators })
  const renewed = answer.status === 304 ? renewedPage(old, answer) : null
  if (renewed) return { page: renewed, from: 'renewed' }
  request.share.give(bytes)
  return answer.status === 304 ? null : { page: answer, from: 'source' }
}

/** True if later requests may use the page instead of fetching it again. */
export function mayKeep({ status, complete, headers }: Page): boolean {
  if (status >= 400 || status === 304 || !complete) return false
  return !namesIn(headers['cache-control']).includes('no-store') && !namesIn(headers.vary).includes('*')
}

/** Returns the page's validators, or undefined if its response had none. */
export function validatorsOf({ finalUrl, headers }: Page): Validators | undefined {
  const etag = valid(headers.etag, entityTag)
  const lastModified = valid(headers['last-modified'], httpDate)
  return etag === null && lastModified === null ? undefined : { url: finalUrl, etag, lastModified }
}

/**
 * Returns the page with the header fields of the 304 that confirmed it, or null if the 304 is for another version.
 * @see RFC 9111 §3.2, §4.3.4
 */
export function renewedPage(page: Page, { headers, finalUrl }: Page): Page | null {
  const before = validatorsOf(page)
  const { etag, 'last-modified': lastModified } = headers
  if (before?.etag && etag !== undefined) {
    if (opaqueTag(etag) !== opaqueTag(before.etag)) return null
  } else if (before?.lastModified && lastModified !== undefined && lastModified !== before.lastModified) return null
  const fields = Object.entries(headers).filter(([name]) => renewedFields.has(name))
  return { ...page, finalUrl, headers: { ...page.headers, ...Object.fromEntries(fields) } }
}

/** Accepts only visible ASCII, because the tag is sent back. @see RFC 9110 §8.8.3 */
const entityTag = /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/
/** @see RFC 9110 §5.6.7 */
const httpDate = /^[A-Z][a-z]{2,8}, [\x20-\x7e]{10,30}$/

/** The fields that a 304 may update. They decide how long a page may be kept. */
const renewedFields = new Set(['cache-control', 'etag', 'expires', 'last-modified', 'vary'])

function valid(value: string | undefined, form: RegExp): string | null {
  return value !== undefined && form.test(value) ? value : null
}

/** Compares weak tags as if they were strong. @see RFC 9110 §8.8.3.2 */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '')
}

function namesIn(list = ''): string[] {
  const unquoted = list.replace(/"(?:[^"\\]|\\.)*"?/g, '')
  return unquoted.split(',').map((directive) => directive.replace(/=.*$/s, '').trim().toLowerCase())
}
