/** The job of loading one page, and its answer: what travels of a request, and what comes back. */

import type { Page, PageRequest } from '../../html/page.ts'
import type { PackedError } from '../../readers/task-error.ts'
import { packValue, unpackValue } from './packed-value.ts'
import type { StageSpan } from './stage-spans.ts'

/** What of a request the worker can't know. Signal, deadline and share are those of the job. */
export interface LoadJob
  extends Pick<PageRequest, 'own' | 'locale' | 'device' | 'waitFor' | 'validators' | 'forbidden'> {
  url: string
  /** Whether the owner's lists of domains bind it: those of the worker, too. */
  isBound: boolean
  /** `Date.now()` of the service, and milliseconds left for the page then. Inside the seal, so that an old job can't be replayed as a new one. */
  sealedAt: number
  leftMs: number
}

export interface LoadAnswer {
  loaded: { page: Page } | { error: PackedError }
  /** What the loading took, before its end. */
  spans: StageSpan[]
  /** Milliseconds that the worker had the job. */
  workedMs: number
}

export function packLoadJob(request: PageRequest): Uint8Array {
  const { url, own, locale, device, waitFor, validators, forbidden, checkSite, deadlineAt } = request
  const job: LoadJob = {
    ...{ url: url.href, own, locale, device, waitFor, validators, isBound: checkSite !== undefined },
    ...{ sealedAt: Date.now(), leftMs: deadlineAt - performance.now() },
  }
  return packValue(forbidden ? { ...job, forbidden } : job)
}

/** Null for a job of another form. Only for what was sealed: nobody else can have made it. */
export function unpackLoadJob(bytes: Uint8Array): LoadJob | null {
  return (unpackValue(bytes)?.value ?? null) as LoadJob | null
}

export function packLoadAnswer(answer: LoadAnswer): Uint8Array {
  return packValue(answer)
}

/** The same for an answer. */
export function unpackLoadAnswer(bytes: Uint8Array): LoadAnswer | null {
  return (unpackValue(bytes)?.value ?? null) as LoadAnswer | null
}
