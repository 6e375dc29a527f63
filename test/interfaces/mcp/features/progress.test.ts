import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProgress } from '../../../../src/interfaces/mcp/features/tools.ts'

describe('progress', () => {
  it('reports each step, and repeats the latest step while nothing new happens', async () => {
    const updates: { progress: number; message: string }[] = []
    const five = Promise.withResolvers<void>()
    const progress = createProgress('Starting scrape', 1, (update) => {
      updates.push(update)
      if (updates.length === 5) five.resolve()
    })
    progress.report('Fetching example.com')
    await five.promise
    await progress.end()
    expect(updates.slice(0, 5).map(({ message }) => message)).toEqual([
      'Starting scrape',
      'Fetching example.com',
      ...Array(3).fill(expect.stringMatching(/^Fetching example\.com \(\d+ s so far\)$/)),
    ])
    expect(updates.map(({ progress }) => progress)).toEqual(updates.map((_, i) => i + 1))
  })

  it('reports nothing after its end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const updates: { progress: number; message: string }[] = []
    const progress = createProgress('Starting scrape', 1000, (update) => updates.push(update))
    await progress.end()
    const count = updates.length
    progress.report('too late')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(updates).toHaveLength(count)
  })

  it('ends immediately for a client that did not request it', async () => {
    const progress = createProgress('Starting scrape', 1, undefined)
    progress.report('Fetching example.com')
    await progress.end()
  })
})
