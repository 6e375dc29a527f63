import { expect, it } from 'vitest'
import { withWorkLimit } from '../../../src/documents/pdf/page/work-limit.ts'

/** Does work that checks the clock this many times. */
const asking = (times: number) => async () => {
  for (let n = 0; n < times; n++) Date.now()
  return 'read'
}

it('a step within its limit of parts is complete', async () => {
  expect(await withWorkLimit(asking(10), { parts: 10 })).toEqual({ value: 'read', isComplete: true })
})

it('a step over its limit of parts returns nothing without failing', async () => {
  expect(await withWorkLimit(asking(11), { parts: 10 })).toEqual({ value: null, isComplete: false })
})

it('a step that was cut short returns its result so far, marked as incomplete', async () => {
  const read = async () => {
    await asking(11)().catch(() => {})
    return 'a part'
  }
  expect(await withWorkLimit(read, { parts: 10 })).toEqual({ value: 'a part', isComplete: false })
})

it('a step over its limit of processor time stops when it checks the clock', async () => {
  expect(await withWorkLimit(asking(1e9), { ms: 5, parts: 1e9 })).toEqual({ value: null, isComplete: false })
})

it('other errors are passed on, and the clock is restored', async () => {
  const { now } = Date
  const failing = withWorkLimit(async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toThrow('broken')
  expect(Date.now).toBe(now)
})
