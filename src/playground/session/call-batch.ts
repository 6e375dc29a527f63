/** Sends a list of URLs to the service in one request, and reads the lines of the response. */

import { parsedOr } from '../operations/parameters.ts'
import { type ErrorBodyJson, failureIn, failureOf, postOf } from './call-service.ts'
import type { Failure, ResultBody } from './outcome.ts'
import type { CallOptions } from './send-file.ts'

/** The result of one URL, or its error. */
export interface BatchLine {
  index: number
  url: string
  status: number
  result?: ResultBody
  error?: ErrorBodyJson
}

interface BatchOptions extends CallOptions {
  urls: readonly string[]
  onLines(lines: readonly BatchLine[]): void
}

/**
 * Resolves with null after the last line, or with a failure if the list is refused or the response is cut off. Rejects only with the
 * signal's reason.
 */
export async function callBatch({ urls, onLines, ...options }: BatchOptions): Promise<Failure | null> {
  const { operation, signal } = options
  try {
    const response = await fetch(operation.batchPath ?? '', postOf(options, { urls }))
    if (!response.ok || !response.body) return failureIn(response, parsedOr(await response.text()))
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let rest = ''; ; ) {
      const { done, value = '' } = await reader.read()
      if (done) return failureOf([{ field: null, message: 'The response was cut off.', type: 'offline' }])
      const texts = (rest + value).split('\n')
      rest = texts.pop() ?? ''
      const lines = texts.map((text) => JSON.parse(text) as BatchLine & { done?: true })
      onLines(lines.filter((line) => !line.done))
      if (lines.some((line) => line.done)) return null
    }
  } catch {
    if (signal.aborted) throw signal.reason
    return failureOf([{ field: null, message: 'The response was cut off.', type: 'offline' }])
  }
}
