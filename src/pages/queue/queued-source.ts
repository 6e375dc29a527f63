/** A page source that sends loads to workers, and loads pages in this process if no worker is available. */

import { ServiceError } from '../../base/errors.ts'
import { noStages } from '../../base/stages.ts'
import type { AddressPolicy } from '../../fetch/guard/address-policy.ts'
import type { Page, PageRequest, PageSource } from '../../page/page.ts'
import { unpackError } from '../../readers/task-error.ts'
import { createJobId, type JobQueue, type JobSeal, sealPlaces } from './job-queue.ts'
import { type LoadAnswer, packLoadJob } from './load-job.ts'
import { unpackValue } from './packed-value.ts'

export interface QueuedSourceParts {
  queue: JobQueue
  seal: JobSeal
  policy: Pick<AddressPolicy, 'checkUrl'>
  local: PageSource
}

/** `load` throws overloaded, and any error from the engine that loads the page. `close` closes the engine of this process. */
export function createQueuedSource({ queue, seal, policy, local }: QueuedSourceParts): PageSource {
  async function loadRemotely(request: PageRequest): Promise<Page | null> {
    const { signal, share, stages = noStages } = request
    const submittedAt = performance.now()
    const id = createJobId(share.keyId)
    let hasBegun = false
    let takenBytes = 0
    const onBegin = () => {
      hasBegun = true
    }
    const job = {
      ...{ id, leftMs: request.deadlineAt - submittedAt },
      content: seal.seal(packLoadJob(request), sealPlaces.job(id)),
    }
    const onAnswer = (bytes: number) => {
      share.take(bytes)
      takenBytes = bytes
    }
    try {
      const sealed = await queue.run(job, { signal, onAnswer, onBegin })
      const bytes = sealed && seal.open(sealed, sealPlaces.answer(id))
      const answer = bytes && unpackValue<LoadAnswer>(bytes)?.value
      if (!answer) {
        share.give(takenBytes)
        return null
      }
      const begunAt = performance.now() - answer.workedMs
      stages.add('queue', submittedAt, begunAt)
      stages.add('render', begunAt)
      const { loaded } = answer
      if ('error' in loaded) throw unpackError(loaded.error)
      const { page } = loaded
      // From here on, the share counts only the document, as it does for pages loaded in this process.
      share.give(takenBytes - page.body.byteLength - (page.screenshot?.png.byteLength ?? 0))
      takenBytes = 0
      return page
    } catch (error) {
      share.give(takenBytes)
      if (error !== signal.reason || hasBegun) throw error
      stages.add('queue', submittedAt)
      throw asNotBegun(signal.reason)
    }
  }

  return {
    async load(request) {
      request.signal.throwIfAborted()
      policy.checkUrl(request.url)
      request.checkSite?.(request.url)
      const page = await loadRemotely(request)
      if (!page) return local.load(request)
      request.checkSite?.(new URL(page.finalUrl))
      return page
    },
    close: () => local.close(),
  }
}

/** Returns overloaded if time ran out before a worker started, since that isn't the page's fault. Returns other reasons unchanged. */
function asNotBegun(reason: unknown): unknown {
  if (!(reason instanceof ServiceError)) return reason
  return new ServiceError('overloaded', 'All workers were busy until the time limit passed', { retryAfterS: 2 })
}
