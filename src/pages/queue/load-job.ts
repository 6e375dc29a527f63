/** The job of loading one page, and its answer: the parts of a request that a worker receives, and the page that it returns. */

import type { Page, PageRequest } from '../../page/page.ts'
import type { PackedError } from '../../readers/task-error.ts'
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
  /** Milliseconds that the worker spent on the job. */
  workedMs: number
}

export function packLoadJob(request: PageRequest): Uint8Array {
  const { url, own, locale, device, waitFor, validators, forbidden, screenshot, checkSite, deadlineAt } = request
  const job: LoadJob = {
    ...{ url: url.href, own, locale, device, waitFor, validators, isBound: checkSite !== undefined },
    ...{ sealedAt: Date.now(), leftMs: deadlineAt - performance.now() },
  }
  return packValue({ ...job, ...(forbidden ? { forbidden } : {}), ...(screenshot ? { screenshot } : {}) })
}

/** Returns null for a job in another format. Only call it on sealed content, which no one else can have written. */
export function unpackLoadJob(bytes: Uint8Array): LoadJob | null {
  return (unpackValue(bytes)?.value ?? null) as LoadJob | null
}

export function packLoadAnswer(answer: LoadAnswer): Uint8Array {
  return packValue(answer)
}

/** Returns null for an answer in another format. Only call it on sealed content. */
export function unpackLoadAnswer(bytes: Uint8Array): LoadAnswer | null {
  return (unpackValue(bytes)?.value ?? null) as LoadAnswer | null
}
