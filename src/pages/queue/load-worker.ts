/** Loads the pages that jobs request, in a worker's process. */

import { createDeadline, isTooOld } from '../../base/deadline.ts'
import { ServiceError } from '../../base/errors.ts'
import { emit } from '../../base/events.ts'
import type { ByteBudget } from '../../base/share.ts'
import type { PageRequest, PageSource } from '../../page/page.ts'
import { packError } from '../../readers/task-error.ts'
import { type JobSeal, keyOfJob, sealPlaces, type TakenJob, type WorkOnJob } from './job-queue.ts'
import { type LoadAnswer, type LoadJob, packLoadAnswer, unpackLoadJob } from './load-job.ts'

export interface LoadWorkerParts {
  source: Pick<PageSource, 'load'>
  seal: JobSeal
  /** Counts the bytes that this process holds. */
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
    const unpacked = opened && unpackLoadJob(opened)
    if (!unpacked) return null
    const { sealedAt, leftMs, ...asked } = unpacked
    // A job's entry in Redis has timestamps too, but anyone who can write to Redis can change them.
    if (isTooOld(sealedAt, leftMs)) return null
    return seal.seal(packLoadAnswer(await load(job, asked)), sealPlaces.answer(job.id))
  }
}
