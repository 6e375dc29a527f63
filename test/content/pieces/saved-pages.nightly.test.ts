import { describe, expect, it } from 'vitest'
import { formatPage } from '../../../src/format/formats.ts'
import { bodyOf, lacksSamples, samples } from '../../format/sample-pages.ts'
import { pageOf } from '../../readers/page-of.ts'
import { windowOf } from '../window-of.ts'
import { brokenRules, structureOf } from './piece-rules.ts'

const sets = [...new Set(samples.map(({ set }) => set))]

/** Reading a page's structure independently takes far longer than cutting it. */
const maxPages = 60

/** Returns the broken rules of a page's pieces. */
function brokenOf(text: string, maxChars: number): string[] {
  const structure = structureOf(text)
  const broken: string[] = []
  let joined = ''
  for (let next: number | null = 0; next !== null; ) {
    const { content, offset, next_offset } = windowOf(text, next, { maxChars })
    joined += content
    const end = offset + String(content).length
    broken.push(...brokenRules(structure, offset, end, maxChars).map((rule) => `${rule}, ${offset}–${end}`))
    next = next_offset
  }
  expect(joined).toBe(text)
  return broken
}

describe.skipIf(lacksSamples)('pieces of saved pages', () => {
  it.each(sets)(
    'break no rule: %s',
    async (set) => {
      const broken: string[] = []
      for (const sample of samples.filter((one) => one.set === set).slice(0, maxPages)) {
        const page = { ...pageOf(''), body: new Uint8Array(bodyOf(sample)) }
        const { content } = await formatPage(page, { output: 'markdown', cssSelector: null, mainContent: false })
        for (const maxChars of [1000, 5000, 40_000]) {
          broken.push(...brokenOf(String(content), maxChars).map((rule) => `${sample.id}, ${maxChars}: ${rule}`))
        }
      }
      expect(broken).toEqual([])
    },
    300_000,
  )
})
