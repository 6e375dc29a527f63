/** Detects that a polling page has received what it polls for. */

import type { PageRequests } from '../tab/page-requests.ts'

interface PollProgress {
  /** Compares with the previous call. `mutations` is the count in `PageActivity`. */
  step(mutations: number): void
  /** True if the poll's responses are on the page, and further ones would bring nothing new. */
  isAnswered(): boolean
}

/**
 * A poll is answered if the document changes when responses arrive and at no other time. If the responses only
 * say to wait, nothing changes; a clock changes the document without responses.
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
