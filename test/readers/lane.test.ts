import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLane } from '../../src/readers/lane.ts'
import { openThread, prepareThread } from '../../src/readers/open-reader.ts'
import type { ChannelListener } from '../../src/readers/reader.ts'
import { runMain } from '../run-main.ts'

const options = { open: openThread, permits: 1 }

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

it('starts one reader in advance, which the first task gets, and none once it is closed', async () => {
  const opened: ChannelListener[] = []
  const lane = createLane({
    ...options,
    maxIdleMs: null,
    open(listener) {
      opened.push(listener)
      return openThread(listener)
    },
  })
  onTestFinished(() => lane.close())
  lane.prepare()
  lane.prepare()
  expect(lane.figures().readers).toBe(1)
  lane.putBack(lane.take())
  expect(opened).toHaveLength(1)
  await lane.close()
  lane.prepare()
  expect(opened).toHaveLength(1)
})

it('can be asked for a reader in advance even if none can be started, which the first task reports', () => {
  const lane = createLane({
    ...options,
    maxIdleMs: null,
    open() {
      throw new Error('no more threads')
    },
  })
  lane.prepare()
  expect(() => lane.take()).toThrow('no more threads')
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

it('gives the first task to a thread that was started in advance, with what the thread has sent', async () => {
  const started = once(process, 'worker')
  prepareThread()
  const [worker] = await started
  await once(worker, 'message')
  let others = 0
  const count = () => {
    others += 1
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const lane = createLane({ ...options, maxIdleMs: null })
  onTestFinished(() => lane.close())
  const task = { task: 'findSchemaProblem', args: [{ type: 'object' }] }
  const run = { signal: new AbortController().signal, limitMs: 30_000, onBegin() {} }
  expect(await lane.take().run(task, run)).toMatchObject({ value: null })
  expect(others).toBe(0)
  // Nothing but the lane gets the outcomes of a long list of pages.
  expect(worker.listenerCount('message')).toBe(1)
})

it.each([
  [['scrape', 'http://127.0.0.1:9/'], 1],
  [['scrape', '--help'], 0],
])('%j starts %d readers before it reads its arguments', async (argv, count) => {
  const workers: unknown[] = []
  const add = (worker: unknown) => workers.push(worker)
  process.on('worker', add)
  onTestFinished(() => void process.off('worker', add))
  await runMain(argv)
  expect(workers).toHaveLength(count)
})
