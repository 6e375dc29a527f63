/** A sandbox whose documents workers read; where there is no worker they are read in the threads of this process. */

import type { Page } from '../page.ts'
import type { TaskArguments, TaskName, TaskValue } from '../sandbox/entry.ts'
import type { Sandbox, SandboxRunOptions } from '../sandbox/pool.ts'
import { unpackError } from '../sandbox/task-error.ts'
import { noStages } from '../stages.ts'
import { createJobId, type JobQueue, type JobSeal, sealPlaces } from './job-queue.ts'
import type { PagePlaces } from './page-places.ts'
import { packReadingJob, type ReadingAnswer, unpackReadingAnswer } from './reading-job.ts'
import { addSpans } from './stage-spans.ts'

export interface QueuedSandboxParts {
  queue: JobQueue
  seal: JobSeal
  /** Where pages lie that workers have loaded. */
  places: PagePlaces
  /** Drops the answer of a job that loaded a page. */
  forget(jobId: string): void
  /** Reads in this process. */
  local: Sandbox
}

/** A reading has no time limit of its own in a request: it ends by its signal. This is the longest that a request may take. */
const longestMs = 300_000

export function createQueuedSandbox({ queue, seal, places, forget, local }: QueuedSandboxParts): Sandbox {
  /** Null where no worker has read it. */
  async function ask(
    task: string,
    args: unknown[],
    pageOf: string | null,
    { signal, share, stages = noStages }: SandboxRunOptions,
  ): Promise<ReadingAnswer['read'] | null> {
    const submittedAt = performance.now()
    const id = createJobId(share.keyId)
    let takenBytes = 0
    const onAnswer = (bytes: number) => {
      share.take(bytes)
      takenBytes = bytes
    }
    const content = seal.seal(packReadingJob({ task, args, pageOf }), sealPlaces.job(id))
    try {
      const sealed = await queue.run({ id, content, leftMs: longestMs }, { signal, onAnswer })
      const bytes = sealed && seal.open(sealed, sealPlaces.answer(id))
      const answer = bytes && unpackReadingAnswer(bytes)
      if (!answer) return null
      stages.add('queue', submittedAt, performance.now() - answer.workedMs)
      addSpans(stages, answer.spans)
      return answer.read
    } finally {
      // What becomes of it is counted by whoever asked.
      share.give(takenBytes)
    }
  }

  /** The bytes of a page that lies where it was loaded are not sent again. */
  async function askByPlace(task: string, args: unknown[], options: SandboxRunOptions) {
    const [page, ...others] = args
    const place = isPage(page) ? places.take(page) : null
    if (!isPage(page) || place === null) return ask(task, args, null, options)
    try {
      const read = await ask(task, [{ ...page, body: new Uint8Array() }, ...others], place, options)
      return read === 'page is gone' ? await ask(task, args, null, options) : read
    } finally {
      forget(place)
    }
  }

  return {
    async run<Name extends TaskName>(
      task: Name,
      args: TaskArguments<Name>,
      options: SandboxRunOptions,
    ): Promise<TaskValue<Name>> {
      options.signal.throwIfAborted()
      const read = await askByPlace(task, args, options).catch((error: unknown) => {
        giveBack(options)
        throw error
      })
      if (read === null || read === 'page is gone') return local.run(task, args, options)
      giveBack(options)
      if ('error' in read) throw unpackError(read.error)
      // What the task of this name gives: nobody else answers the job.
      return read.value as TaskValue<Name>
    },
    // Threads are for documents that no worker reads.
    warm() {},
    figures: local.figures,
    close: local.close,
  }
}

/** As the sandbox of this process does once a task has ended. */
function giveBack({ share, transfer = [] }: SandboxRunOptions): void {
  share.give(transfer.reduce((sum, buffer) => sum + buffer.byteLength, 0))
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'body' in value && value.body instanceof Uint8Array
}
