import { expect, it } from 'vitest'
import { withWorkLimit } from '../../../src/documents/pdf/page/work-limit.ts'

/** Asks the clock as often. */
const asking = (times: number) => async () => {
  for (let n = 0; n < times; n++) Date.now()
  return 'read'
}

it('a step within its parts is complete', async () => {
  expect(await withWorkLimit(asking(10), { parts: 10 })).toEqual({ value: 'read', isComplete: true })
})

it('a step beyond its parts is nothing, and does not fail', async () => {
  expect(await withWorkLimit(asking(11), { parts: 10 })).toEqual({ value: null, isComplete: false })
})

it('what a step has read so far is not complete', async () => {
  const read = async () => {
    await asking(11)().catch(() => {})
    return 'a part'
  }
  expect(await withWorkLimit(read, { parts: 10 })).toEqual({ value: 'a part', isComplete: false })
})

it('a step beyond its time of the processor ends when it asks the clock', async () => {
  expect(await withWorkLimit(asking(1e9), { ms: 5, parts: 1e9 })).toEqual({ value: null, isComplete: false })
})

it('another failure stays one, and the clock goes on', async () => {
  const { now } = Date
  const failing = withWorkLimit(async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(Date.now).toBe(now)
})
