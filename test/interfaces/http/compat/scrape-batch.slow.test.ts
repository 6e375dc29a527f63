import { expect, it, onTestFinished } from 'vitest'
import { memoryBombs } from '../../../documents/hostile/memory-bombs.ts'
import { openOrigin, type Site } from '../../../origin.ts'
import { openTestService } from '../../../service.ts'
import { linesOf, runBatch, sendBatch, typesOfLine } from './batch-lines.ts'

async function open(site: Site) {
  const [gleaner, origin] = await Promise.all([openTestService(), openOrigin(site)])
  onTestFinished(async () => {
    await gleaner.close()
    await origin.close()
  })
  return { gleaner, origin }
}

// One at a time, because a document is refused as `overloaded` while another has the memory.
it.each(memoryBombs.filter(([name]) => /2,000,000,000 widths|90 million characters in runs/.test(name)))(
  'a batch goes on after a document that exhausts the memory of its reader: %s',
  async (_, kind, make) => {
    const bomb = { headers: { 'content-type': 'application/octet-stream' }, body: make('') }
    const { gleaner, origin } = await open({ [`/0.${kind}`]: bomb, '/page': { body: '<p>An oak is a tree.' } })
    const pages = Array.from({ length: 20 }, (_, n) => `/page?${n}`)
    const urls = [`/0.${kind}`, ...pages].map((path) => origin.url + path)
    const { lines, end } = await runBatch(gleaner, { urls })
    expect(lines).toHaveLength(21)
    expect(lines.filter(({ status }) => status !== 200).map(typesOfLine)).toEqual([['invalid_response']])
    expect(end).toEqual({ done: true, ok: 20, failed: 1, credits_charged: 20 })
  },
)

it('a batch of 1,000 URLs holds only the pages in progress', async () => {
  const { gleaner, origin } = await open({ '/': { body: `<p>${'An oak is a tree. '.repeat(10_000)}` } })
  const urls = Array.from({ length: 1000 }, (_, n) => `${origin.url}/?${n}`)
  let [received, most] = [0, 0]
  for await (const line of linesOf(await sendBatch(gleaner, { urls, output: 'raw_html' }))) {
    received += JSON.stringify(line).length
    most = Math.max(most, gleaner.runtime.budget.bytes)
  }
  expect(received).toBeGreaterThan(180_000_000)
  // Sixteen pages, each as received, parsed and in its response.
  expect(most).toBeLessThan(60_000_000)
  expect(gleaner.runtime.budget.bytes).toBe(0)
})
