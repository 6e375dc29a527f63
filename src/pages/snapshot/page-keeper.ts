/** Loads pages for requests that may use a kept one: from the store, by a conditional request, or anew; and keeps them. */

import { ServiceError } from '../../base/errors.ts'
import type { OpenShare, Share } from '../../base/share.ts'
import type { Page, PageRequest, PageSource, Validators } from '../../html/page.ts'
import { createDebts, type Stake } from './debts.ts'
import { createFetchMark, type KeptPage, type PageStore, pageMaxAgeMs } from './page-store.ts'
import { createSharedWork, type WorkContext, type WorkOutcome } from './shared-work.ts'
import { mayKeep, renewedPage, validatorsOf } from './validation.ts'

/** Under which name a page is kept, and for how long one may be used. */
export interface KeepRequest {
  /** Id of a key, or null where there are no keys. */
  owner: string | null
  /** The same for all loads that give the same page. */
  name: string
  /** Oldest page to use, in milliseconds; 0 fetches. */
  maxAgeMs: number
  /** Whether an older page is asked for conditionally: by the fetch engine alone. */
  revalidates: boolean
  /** Called before the page is loaded, or waited for while another request loads it. */
  onLoad?(): void
}

/** A page for one request, which may do with its body what it likes. */
export interface ObtainedPage extends Pick<KeptPage, 'page' | 'fetchedAt' | 'mark'>, Stake {
  /** Whether its bytes were received for another request, this one's time included. */
  isKept: boolean
  /** The request has been charged: where that was for this page, other nodes may use it from now on. */
  onCharged(): Promise<void>
}

export interface PageKeeper {
  /** The kept page where it is young enough and paid for, else null. */
  find(keep: KeepRequest, share: Share): Promise<ObtainedPage | null>
  /** Throws what the source throws, and invalid_response for a 304 that was not asked for. */
  load(source: Pick<PageSource, 'load'>, request: PageRequest, keep: KeepRequest): Promise<ObtainedPage>
}

export interface PageKeeperParts {
  store: PageStore
  /** For a load that several requests of one key wait for. */
  openShare(keyId: string | null): OpenShare
}

/** A kept page that is too old, less its body. */
interface Old {
  mark: string
  validators: Validators
}

type Load = (conditions: Pick<PageRequest, 'validators'>) => Promise<Page>

interface Loaded {
  kept: KeptPage
  isRenewed: boolean
}

export function createPageKeeper({ store, openShare }: PageKeeperParts): PageKeeper {
  const shareWork = createSharedWork()
  const debts = createDebts()

  /** A copy for one request, counted in its share. No node gives away what nobody has paid for: until then the page is on this one alone. */
  function obtain(kept: KeptPage, { owner, name }: KeepRequest, share: Share, isKept: boolean): ObtainedPage {
    const { page, fetchedAt, mark } = kept
    share.take(page.body.byteLength)
    const stake = debts.join(mark)
    let pays = false
    return {
      ...{ page: { ...page, body: page.body.slice() }, fetchedAt, mark, isKept },
      async settle(signal) {
        pays = await stake.settle(signal)
        return pays
      },
      giveUp() {
        pays = false
        stake.giveUp()
      },
      async onCharged() {
        if (pays) await store.share(owner, name, mark, pageMaxAgeMs)
      },
    }
  }

  /** The kept page where it is young enough, else how an older one is recognised. */
  async function look({ owner, name, maxAgeMs, revalidates }: KeepRequest): Promise<{ young?: KeptPage; old?: Old }> {
    const found = maxAgeMs > 0 ? await store.get(owner, name) : null
    if (!found) return {}
    if (found.ageMs <= maxAgeMs) return { young: found }
    const validators = revalidates ? validatorsOf(found.page) : undefined
    return validators ? { old: { mark: found.mark, validators } } : {}
  }

  /** The kept page with what a 304 says of it, or the one that is received in its place; null when it can't be renewed. */
  async function renew(load: Load, { owner, name }: KeepRequest, { mark, validators }: Old): Promise<Loaded | null> {
    const answer = await load({ validators })
    if (answer.status !== 304) return { kept: keptNow(answer), isRenewed: false }
    // It is not held meanwhile: the store may have had to drop it.
    const old = await store.get(owner, name)
    const page = old?.mark === mark ? renewedPage(old.page, answer) : null
    return page && { kept: { ...keptNow(page), mark }, isRenewed: true }
  }

  async function fetchAndKeep(load: Load, keep: KeepRequest, old: Old | undefined): Promise<Loaded> {
    const loaded = (old && (await renew(load, keep, old))) ?? { kept: keptNow(await load({})), isRenewed: false }
    const { owner, name } = keep
    const { page } = loaded.kept
    if (page.status === 304)
      throw new ServiceError('invalid_response', 'The server answered 304, though nothing is kept of the page')
    debts.begin(loaded.kept.mark)
    if (mayKeep(page)) await store.set(owner, name, loaded.kept, pageMaxAgeMs)
    // What was kept before is no longer what the URL gives, unless its server only fails at the moment.
    else if (page.complete && page.status < 500) await store.delete(owner, name)
    return loaded
  }

  return {
    async find(keep, share) {
      const { young } = await look(keep)
      return young && !debts.isOpen(young.mark) ? obtain(young, keep, share, true) : null
    },
    async load(source, request, keep) {
      const { young, old } = await look(keep)
      if (young) return obtain(young, keep, request.share, true)
      keep.onLoad?.()
      return shareWork(request, {
        name: JSON.stringify([keep.owner, keep.name]),
        async begin(context: WorkContext) {
          const share = openShare(keep.owner)
          try {
            const load: Load = (conditions) => source.load({ ...request, ...context, share, ...conditions })
            return await fetchAndKeep(load, keep, old)
          } finally {
            share.close()
          }
        },
        receive: ({ kept, isRenewed }: Loaded, isFirst) => obtain(kept, keep, request.share, isRenewed || !isFirst),
        ranOutOfTime,
      })
    },
  }
}

function keptNow(page: Page): KeptPage {
  return { page, fetchedAt: new Date().toISOString(), mark: createFetchMark(), prompts: [] }
}

function ranOutOfTime(outcome: WorkOutcome<Loaded>): boolean {
  if ('value' in outcome) return !outcome.value.kept.page.complete
  return outcome.error instanceof ServiceError && outcome.error.type === 'target_timeout'
}
