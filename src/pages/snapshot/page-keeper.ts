/** Loads pages for requests that may use a kept one: from the store, by a conditional request, or from the target. */

import { ServiceError } from '../../base/errors.ts'
import type { Page, PageRequest, PageSource, Validators } from '../../html/page.ts'
import { createFetchMark, type KeptPage, type PageStore } from './page-store.ts'
import { mayKeep, renewedPage, validatorsOf } from './validation.ts'

/** Under which name a page is kept, and how old one may be. */
export interface KeepRequest {
  /** ID of a key, or null where there are no keys. */
  owner: string | null
  /** The same for all loads that give the same page. */
  name: string
  /** Oldest page to use, in milliseconds; 0 loads the page. */
  maxAgeMs: number
  /** Requests an older page conditionally: only the fetch engine can. */
  revalidates: boolean
  /** Called before the page is loaded. */
  onLoad?(): void
}

/** A page for one request. */
export interface ObtainedPage extends KeptPage {
  /** True when its bytes were received for an earlier request. */
  isKept: boolean
  /** True when a request was made for it now, which has its price. */
  isLoaded: boolean
  /** Call this once the request has been charged: what nobody paid for is not kept. */
  keep(): Promise<void>
}

export interface PageKeeper {
  /** The kept page where it is young enough, else null. */
  find(keep: KeepRequest): Promise<ObtainedPage | null>
  /** Throws what the source throws, and invalid_response for a 304 that was not asked for. */
  load(source: Pick<PageSource, 'load'>, request: PageRequest, keep: KeepRequest): Promise<ObtainedPage>
}

/** A kept page that is too old, without its body. */
interface Old {
  mark: string
  validators: Validators
}

type Load = (conditions: Pick<PageRequest, 'validators'>) => Promise<Page>

export function createPageKeeper(store: PageStore): PageKeeper {
  /** The kept page where it is young enough, else how an older one is recognized. */
  async function look({
    owner,
    name,
    maxAgeMs,
    revalidates,
  }: KeepRequest): Promise<{ young?: ObtainedPage; old?: Old }> {
    const found = maxAgeMs > 0 ? await store.get(owner, name) : null
    if (!found) return {}
    if (found.ageMs <= maxAgeMs) return { young: { ...found, isKept: true, isLoaded: false, keep: async () => {} } }
    const validators = revalidates ? validatorsOf(found.page) : undefined
    return validators ? { old: { mark: found.mark, validators } } : {}
  }

  /** The kept page with what a 304 says of it, or the one that is received instead; null when it can't be renewed. */
  async function renew(load: Load, { owner, name }: KeepRequest, { mark, validators }: Old) {
    const answer = await load({ validators })
    if (answer.status !== 304) return { kept: keptNow(answer), isKept: false }
    // It is not held meanwhile: the store may have had to drop it.
    const old = await store.get(owner, name)
    const page = old?.mark === mark ? renewedPage(old.page, answer) : null
    return page && { kept: { ...keptNow(page), mark }, isKept: true }
  }

  return {
    find: async (keep) => (await look(keep)).young ?? null,
    async load(source, request, keep) {
      const { young, old } = await look(keep)
      if (young) return young
      keep.onLoad?.()
      const { owner, name } = keep
      const load: Load = (conditions) => source.load({ ...request, ...conditions })
      const { kept, isKept } = (old && (await renew(load, keep, old))) ?? {
        kept: keptNow(await load({})),
        isKept: false,
      }
      const { page } = kept
      if (page.status === 304)
        throw new ServiceError('invalid_response', 'The server answered 304, though nothing is kept of the page')
      const isKeepable = mayKeep(page)
      // The URL no longer gives the page that was kept, unless its server only fails at the moment.
      if (!isKeepable && page.complete && page.status < 500) await store.delete(owner, name)
      return {
        ...{ ...kept, isKept, isLoaded: true },
        async keep() {
          if (isKeepable) await store.set(owner, name, kept)
        },
      }
    },
  }
}

function keptNow(page: Page): KeptPage {
  return { page, fetchedAt: new Date().toISOString(), mark: createFetchMark() }
}
