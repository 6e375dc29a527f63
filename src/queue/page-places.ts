/** Where pages lie that a worker has loaded: whoever reads one there needs no other copy of its bytes. */

import type { Page } from '../page.ts'

export interface PagePlaces {
  /** The page was loaded by this job, whose answer is kept. */
  put(page: Pick<Page, 'body'>, jobId: string): void
  /** The job, once: whoever asks drops its answer. Null for a page that lies nowhere else, such as a copy. */
  take(page: Pick<Page, 'body'>): string | null
}

export function createPagePlaces(): PagePlaces {
  // By its memory: a page whose bytes were changed or copied is another one.
  const jobs = new WeakMap<ArrayBuffer, string>()
  return {
    put: ({ body }, jobId) => void jobs.set(body.buffer, jobId),
    take({ body }) {
      const jobId = jobs.get(body.buffer) ?? null
      jobs.delete(body.buffer)
      return jobId
    },
  }
}
