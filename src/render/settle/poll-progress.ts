/** Detects that a page that polls has what it asks for. */

import type { PageRequests } from '../tab/page-requests.ts'

interface PollProgress {
  /** Compares with the last call. `mutations` is the count of `PageActivity`. */
  step(mutations: number): void
  /** Whether the responses of the poll are on the page: further ones bring the same. */
  isAnswered(): boolean
}

/**
 * A poll is answered when the document changes as responses arrive and at no other time. One whose responses
 * say that it has to wait changes nothing, and a clock changes the document without responses.
 */
export function followPoll(requests: Pick<PageRequests, 'ended' | 'repeats'>): PollProgress {
  let mutationsBefore: number | null = null
  let endedBefore = requests.ended
  let hadResponse = false
  let changesWithResponse = 0
  let changesWithout = 0
  return {
    step(mutations) {
      const hasResponse = requests.ended !== endedBefore
      if (mutationsBefore !== null && mutations !== mutationsBefore) {
        if (hasResponse || hadResponse) changesWithResponse++
        else changesWithout++
      }
      mutationsBefore = mutations
      endedBefore = requests.ended
      hadResponse = hasResponse
    },
    isAnswered: () => requests.repeats && changesWithResponse >= 2 && changesWithout === 0,
  }
}
