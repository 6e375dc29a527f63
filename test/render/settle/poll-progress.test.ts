import { describe, expect, it } from 'vitest'
import { followPoll } from '../../../src/render/settle/poll-progress.ts'

/** Steps in which responses arrive (`r`), the document changes (`m`), both (`b`) or neither (`-`). */
function play(steps: string, repeats = true): boolean {
  const requests = { ended: 0, repeats }
  const poll = followPoll(requests)
  let mutations = 0
  poll.step(mutations)
  for (const step of steps) {
    if (step === 'r' || step === 'b') requests.ended++
    if (step === 'm' || step === 'b') mutations++
    poll.step(mutations)
  }
  return poll.isAnswered()
}

describe('a poll', () => {
  it.each([
    ['changes the document with each response', 'b--b', true],
    ['changes it just after a response', 'rm--rm', true],
    ['has had only one response', 'b---', false],
    ['changes nothing: its responses only say to wait', 'r--r--r', false],
    ['runs alongside a clock that changes the document', 'b--m--b', false],
  ])('%s', (_, steps, isAnswered) => {
    expect(play(steps)).toBe(isAnswered)
  })

  it('is not detected if no request is repeated', () => {
    expect(play('b--b', false)).toBe(false)
  })
})
