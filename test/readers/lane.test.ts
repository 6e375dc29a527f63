import { expect, it, onTestFinished, vi } from 'vitest'
import { createLane } from '../../src/readers/lane.ts'
import { openThread } from '../../src/readers/open-thread.ts'
import type { ChannelListener } from '../../src/readers/reader.ts'

const open = (listener: ChannelListener) => openThread(64, listener)
const options = { open, permits: 1, maxIdleBytes: Number.POSITIVE_INFINITY }

it('gives no task to a reader that is stopping because it was idle for too long', async () => {
  const lane = createLane({ ...options, maxIdleMs: 3000 })
  onTestFinished(() => lane.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = lane.take()
  lane.putBack(first)
  vi.advanceTimersByTime(2999)
  expect(lane.take()).toBe(first)
  lane.putBack(first)
  vi.advanceTimersByTime(3000)
  expect(lane.take()).not.toBe(first)
})

it('gives no task to a reader that was stopped just as its task finished', async () => {
  const lane = createLane({ ...options, maxIdleMs: null })
  onTestFinished(() => lane.close())
  const first = lane.take()
  const ended = first.end()
  lane.putBack(first)
  expect(lane.take()).not.toBe(first)
  await ended
})
