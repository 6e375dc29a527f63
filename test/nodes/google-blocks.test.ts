import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryFacts } from '../../src/nodes/fact-store.ts'
import { createGoogleBlocks } from '../../src/nodes/google-blocks.ts'

describe('blocks by Google', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000 }))
  afterEach(() => void vi.useRealTimers())

  it('are remembered for their time, of each domain by itself', async () => {
    const { leftMs, remember } = createGoogleBlocks(60_000, null)
    expect(await leftMs('com')).toBe(0)
    await remember('com')
    vi.advanceTimersByTime(20_000)
    expect([await leftMs('com'), await leftMs('de')]).toEqual([40_000, 0])
    vi.advanceTimersByTime(40_000)
    expect(await leftMs('com')).toBe(0)
  })

  it('are those of all nodes, and begin anew with each', async () => {
    const facts = createMemoryFacts()
    const [one, two] = [createGoogleBlocks(60_000, facts), createGoogleBlocks(60_000, facts)]
    await one.remember('com')
    vi.advanceTimersByTime(50_000)
    expect(await two.leftMs('com')).toBe(10_000)
    vi.advanceTimersByTime(10_000)
    await two.remember('com')
    expect([await one.leftMs('com'), await two.leftMs('com')]).toEqual([60_000, 60_000])
  })

  it('last no longer where a clock is wrong', async () => {
    const facts = createMemoryFacts()
    const blocks = createGoogleBlocks(60_000, facts)
    await facts.write(null, 'block by google.com', { at: String(Date.now() + 5000) })
    await facts.write(null, 'block by google.de', { at: String(Date.now() + 86_400_000) })
    expect([await blocks.leftMs('com'), await blocks.leftMs('de')]).toEqual([60_000, 0])
  })

  it('are not remembered for no time', async () => {
    const blocks = createGoogleBlocks(0, createMemoryFacts())
    await blocks.remember('com')
    expect(await blocks.leftMs('com')).toBe(0)
  })
})
