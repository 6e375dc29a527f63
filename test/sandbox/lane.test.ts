import { expect, it, onTestFinished, vi } from 'vitest'
import { createLane } from '../../src/sandbox/lane.ts'

it('gives no task to a reader that was idle for too long and is ending', async () => {
  const lane = createLane({ permits: 1, idleLimitMs: 1000, heapMb: 64, isBackground: false })
  onTestFinished(() => lane.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = lane.take()
  lane.putBack(first)
  vi.advanceTimersByTime(999)
  expect(lane.take()).toBe(first)
  lane.putBack(first)
  vi.advanceTimersByTime(1000)
  expect(lane.take()).not.toBe(first)
})

it('gives no task to a reader that was ended in the moment in which its task was done', async () => {
  const lane = createLane({ permits: 1, idleLimitMs: null, heapMb: 64, isBackground: false })
  onTestFinished(() => lane.close())
  const first = lane.take()
  const ended = first.end()
  lane.putBack(first)
  expect(lane.take()).not.toBe(first)
  await ended
})
