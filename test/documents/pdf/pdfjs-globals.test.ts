import { expect, it } from 'vitest'
import { withPdfjsGlobals } from '../../../src/documents/pdf/pdfjs-globals.ts'

const withArrayLimit = async <Value>(maxBytes: number, read: () => Promise<Value>) =>
  (await withPdfjsGlobals(read, maxBytes)).value
const create = (bytes: number) => async () => new Uint8Array(bytes).length

it('refuses to create an array above the limit, and creates one at the limit', async () => {
  await expect(withArrayLimit(1000, create(1001))).rejects.toThrow(RangeError)
  expect(await withArrayLimit(1000, create(1000))).toBe(1000)
})

it('lifts the limit after reading, even if it fails', async () => {
  const { Uint8Array: before, DecompressionStream: inflater } = globalThis
  await withArrayLimit(1, async () => {
    throw new Error('broken')
  }).catch(() => {})
  expect([globalThis.Uint8Array, globalThis.DecompressionStream]).toEqual([before, inflater])
})

it('keeps the limit until the last of several readings ends', async () => {
  const first = Promise.withResolvers<void>()
  const reading = withArrayLimit(1000, () => first.promise)
  expect(await withArrayLimit(1000, create(10))).toBe(10)
  expect(() => new Uint8Array(1001)).toThrow(RangeError)
  first.resolve()
  await reading
  expect(new Uint8Array(1001)).toHaveLength(1001)
})
