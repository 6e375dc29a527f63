import { expect, it, vi } from 'vitest'
import { type Events, emit, subscribe } from '../../src/base/events.ts'

const event = { limit: 'key_rate' } as const

it('a listener that throws neither stops the process nor keeps others from the event', () => {
  const faults: Events['gleaner:fault'][] = []
  const bug = new Error('a counter cannot decrease')
  const other = vi.fn()
  const stops = [
    subscribe('gleaner:limit', () => {
      throw bug
    }),
    subscribe('gleaner:limit', other),
    subscribe('gleaner:fault', (fault) => faults.push(fault)),
  ]
  emit('gleaner:limit', event)
  for (const stop of stops) stop()
  expect(other).toHaveBeenCalledWith(event)
  expect(faults).toMatchObject([{ error: bug }])
})

it('a listener of faults that throws is not called again for its own fault', () => {
  const listener = vi.fn(() => {
    throw new Error('broken')
  })
  const stop = subscribe('gleaner:fault', listener)
  emit('gleaner:fault', { requestId: 'r', error: null })
  stop()
  expect(listener).toHaveBeenCalledTimes(1)
})
