/** The job of loading one page, and its answer: the parts of a request that a worker receives, and the page that it returns. */

import { createDeadline, isTooOld } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import type { ByteBudget } from '../../base/share.ts'
import type { Page, PageRequest, PageSource } from '../../page/page.ts'
import { type PackedError, packError } from '../../readers/task-error.ts'
import { type JobSeal, keyOfJob, sealPlaces, type TakenJob, type WorkOnJob } from './job-queue.ts'
import { packValue, unpackValue } from './packed-value.ts'

/** The parts of a request that the worker needs. The worker uses the job's own signal, deadline and share. */
export interface LoadJob
  extends Pick<PageRequest, 'own' | 'locale' | 'device' | 'waitFor' | 'validators' | 'forbidden' | 'screenshot'> {
  url: string
  /** True if the owner's domain lists apply, including the worker's. */
  isBound: boolean
  /** `Date.now()` on the service, and the milliseconds left for the page at that time. Sealed, so that an old job can't be replayed. */
  sealedAt: number
  leftMs: number
}

export interface LoadAnswer {
  loaded: { page: Page } | { error: PackedError }
  workedMs: number
}

/** `packValue` packs answers. `unpackValue` unpacks both. Only call it on sealed content, which no one else can have written. */
export function packLoadJob(request: PageRequest): Uint8Array {
  const { url, own, locale, device, waitFor, validators, forbidden, screenshot, checkSite, deadlineAt } = request
  const job: LoadJob = {
    ...{ url: url.href, own, locale, device, waitFor, validators, isBound: checkSite !== undefined },
    ...{ sealedAt: Date.now(), leftMs: deadlineAt - performance.now() },
  }
  return packValue({ ...job, ...(forbidden ? { forbidden } : {}), ...(screenshot ? { screenshot } : {}) })
}

export interface LoadWorkerParts {
  source: Pick<PageSource, 'load'>
  seal: JobSeal
  budget: ByteBudget
  /** Checks the owner's domain lists, for jobs to which they apply. */
  checkSite: PageRequest['checkSite']
}

export function createLoadWorker({ source, seal, budget, checkSite }: LoadWorkerParts): WorkOnJob {
  async function load(job: TakenJob, asked: Omit<LoadJob, 'sealedAt' | 'leftMs'>): Promise<LoadAnswer> {
    const startedAt = performance.now()
    const answer = (loaded: LoadAnswer['loaded']): LoadAnswer => {
      return { loaded, workedMs: performance.now() - startedAt }
    }
    const { isBound, url, ...fields } = asked
    const share = budget.open(keyOfJob(job.id))
    const { signal, deadlineAt, clear } = createDeadline(job.leftMs, job.signal)
    try {
      const request: PageRequest = {
        ...{ ...fields, url: new URL(url), signal, deadlineAt, share },
        checkSite: isBound ? checkSite : undefined,
      }
      return answer({ page: await source.load(request) })
    } catch (error) {
      job.signal.throwIfAborted()
      if (!(error instanceof ServiceError)) emit('gleaner:fault', { requestId: job.id, error })
      return answer({ error: packError(error) })
    } finally {
      clear()
      share.close()
    }
  }

  return async (job) => {
    const opened = seal.open(job.content, sealPlaces.job(job.id))
    const unpacked = opened && unpackValue<LoadJob>(opened)
    if (!unpacked?.value) return null
    const { sealedAt, leftMs, ...asked } = unpacked.value
    // A job's entry in Redis has timestamps too, but anyone who can write to Redis can change them.
    if (isTooOld(sealedAt, leftMs)) return null
    return seal.seal(packValue(await load(job, asked)), sealPlaces.answer(job.id))
  }
}
