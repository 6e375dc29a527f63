/** Reads the documents of jobs, in the threads of a worker's process. */

import { ServiceError } from '../errors.ts'
import { emit } from '../observe.ts'
import type { Page } from '../page.ts'
import type { TaskArguments, TaskName } from '../sandbox/entry.ts'
import type { Sandbox } from '../sandbox/pool.ts'
import { packError } from '../sandbox/task-error.ts'
import type { ByteBudget } from '../share.ts'
import { type JobSeal, keyOfJob, sealPlaces, type TakenJob, type WorkOnJob } from './job-queue.ts'
import { unpackLoadAnswer } from './load-job.ts'
import { refusalOfLost } from './lost-job.ts'
import { packReadingAnswer, type ReadingAnswer, type ReadingJob, unpackReadingJob } from './reading-job.ts'
import { createSpanRecorder } from './stage-spans.ts'

export interface ReadingWorkerParts {
  sandbox: Pick<Sandbox, 'run'>
  seal: JobSeal
  /** Of the bytes that this process holds. */
  budget: ByteBudget
}

export function createReadingWorker({ sandbox, seal, budget }: ReadingWorkerParts): WorkOnJob {
  /** The page that a worker has loaded for the same request; null where its answer is gone. */
  async function pageOf(job: TakenJob, loadedBy: string): Promise<Page | null> {
    const sealed = await job.answerTo(loadedBy)
    const opened = sealed && seal.open(sealed, sealPlaces.answer(loadedBy))
    const loaded = opened && unpackLoadAnswer(opened)?.loaded
    return loaded && 'page' in loaded ? loaded.page : null
  }

  async function read(job: TakenJob, { task, args: given, pageOf: loadedBy }: ReadingJob): Promise<ReadingAnswer> {
    const startedAt = performance.now()
    const recorder = createSpanRecorder()
    const answer = (outcome: ReadingAnswer['read']): ReadingAnswer => ({
      ...{ read: outcome, spans: recorder.spans(), workedMs: performance.now() - startedAt },
    })
    const refusal = refusalOfLost(job)
    if (refusal) return answer({ error: packError(refusal) })
    const share = budget.open(keyOfJob(job.id))
    try {
      const page = loadedBy === null ? null : await pageOf(job, loadedBy)
      if (loadedBy !== null && !page) return answer('page is gone')
      const args = page ? [{ ...(given[0] as Page), body: page.body }, ...given.slice(1)] : given
      const [document] = args
      const body = hasBody(document) ? document.body : null
      share.take(body?.byteLength ?? job.content.byteLength)
      const options = { signal: job.signal, share, stages: recorder, transfer: body ? [body.buffer] : [] }
      // The name and its arguments are those of a sandbox: nothing else is sealed as this job.
      return answer({ value: await sandbox.run(task as TaskName, args as TaskArguments<TaskName>, options) })
    } catch (error) {
      job.signal.throwIfAborted()
      if (!(error instanceof ServiceError)) emit('gleaner:fault', { requestId: job.id, error })
      return answer({ error: packError(error) })
    } finally {
      share.close()
    }
  }

  return async (job) => {
    const opened = seal.open(job.content, sealPlaces.job(job.id))
    const asked = opened && unpackReadingJob(opened)
    return asked && seal.seal(packReadingAnswer(await read(job, asked)), sealPlaces.answer(job.id))
  }
}

function hasBody(value: unknown): value is Pick<Page, 'body'> {
  return typeof value === 'object' && value !== null && 'body' in value && value.body instanceof Uint8Array
}
