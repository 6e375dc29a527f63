/** Loads the pages that jobs ask for, in the process of a worker. */

import { createDeadline } from '../deadline.ts'
import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { PageRequest, PageSource } from '../page.ts'
import { packError } from '../sandbox/task-error.ts'
import type { ByteBudget } from '../share.ts'
import { type JobSeal, keyOfJob, sealPlaces, type TakenJob, type WorkOnJob } from './job-queue.ts'
import { type LoadAnswer, type LoadJob, packLoadAnswer, unpackLoadJob } from './load-job.ts'
import { createSpanRecorder } from './stage-spans.ts'

export interface LoadWorkerParts {
  source: Pick<PageSource, 'load'>
  seal: JobSeal
  /** Of the bytes that this process holds. */
  budget: ByteBudget
  /** By the owner's lists of domains, for the jobs that they bind. */
  checkSite: PageRequest['checkSite']
}

/** A page may end a worker. One that has ended two is not tried again. */
const maxLosses = 1

export function createLoadWorker({ source, seal, budget, checkSite }: LoadWorkerParts): WorkOnJob {
  async function load(job: TakenJob, asked: LoadJob): Promise<LoadAnswer> {
    const startedAt = performance.now()
    const recorder = createSpanRecorder()
    const answer = (loaded: LoadAnswer['loaded']): LoadAnswer => ({
      ...{ loaded, spans: recorder.spans(), workedMs: performance.now() - startedAt },
    })
    if (job.losses > maxLosses) return answer({ error: packError(tooManyLosses()) })
    const { isBound, url, ...fields } = asked
    const share = budget.open(keyOfJob(job.id))
    const { signal, deadlineAt, clear } = createDeadline(job.leftMs, job.signal)
    try {
      const request: PageRequest = {
        ...{ ...fields, url: new URL(url), signal, deadlineAt, share, stages: recorder },
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
    if (!opened) return null
    return seal.seal(packLoadAnswer(await load(job, unpackLoadJob(opened))), sealPlaces.answer(job.id))
  }
}

function tooManyLosses(): ServiceError {
  return new ServiceError('invalid_response', 'The page could not be loaded: the workers that tried have ended')
}
