/** Has a page that polls got what it asks for? */

import type { PageTraffic } from './page-traffic.ts'

/**
 * Whether a poll has what it asks for: the page stirs when an answer comes and at no other time. One that is still told to
 * wait stirs nothing; a clock stirs without answers.
 */
export function followPoll(traffic: PageTraffic): { step(stirs: number): void; isHeard(): boolean } {
  let before: number | null = null
  let ended = traffic.ended
  let answeredBefore = false
  let withAnswer = 0
  let without = 0
  return {
    step(stirs) {
      const answered = traffic.ended !== ended
      if (before !== null && stirs !== before) {
        if (answered || answeredBefore) withAnswer++
        else without++
      }
      before = stirs
      ended = traffic.ended
      answeredBefore = answered
    },
    isHeard: () => traffic.repeats && withAnswer >= 2 && without === 0,
  }
}
