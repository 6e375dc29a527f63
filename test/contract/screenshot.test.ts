import { describe, expect, it } from 'vitest'
import { convert } from '../../src/contract/convert.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { scrapeOperation } from '../../src/contract/scrape.ts'
import { failureOf } from './failure-of.ts'

const scrape = scrapeOperation(['some-model'])
const url = 'https://example.com/'

describe('a screenshot', () => {
  it('costs as much as a rendered page, alone and with other outputs', () => {
    const price = (input: object) => scrape.price?.credits(parseInput(scrape, { url, ...input }))
    expect([price({ output: 'screenshot' }), price({ extra_outputs: ['screenshot'] }), price({})]).toEqual([5, 5, 1])
  })

  it('implies rendering, so wait_for needs nothing else', () => {
    expect(parseInput(scrape, { url, output: 'screenshot', wait_for: 'h1' })).toMatchObject({ viewport: '1280x800' })
  })

  it.each([
    [{ output: 'screenshot', prompt: 'What?' }, 'output'],
    [{ output: 'screenshot', json_schema: { type: 'object' } }, 'output'],
    [{ output: 'screenshot', extract_rules: { title: 'h1' } }, 'output'],
    [{ output: 'screenshot', highlights: 'hours' }, 'output'],
    [{ output: 'screenshot', quotes: ['a quote'] }, 'output'],
    [{ output: 'screenshot', offset: 5 }, 'output'],
    [{ output: 'screenshot', if_hash: 'sha256:9f86d081884c7d65' }, 'if_hash'],
    [{ extra_outputs: ['screenshot'], highlights: 'hours' }, 'output'],
    [{ extra_outputs: ['screenshot'], quotes: ['a quote'] }, 'output'],
    [{ extra_outputs: ['screenshot'], prompt: 'What?' }, 'extra_outputs'],
    [{ extra_outputs: ['screenshot'], offset: 5 }, 'extra_outputs'],
    [{ output: 'screenshot', extra_outputs: ['screenshot'] }, 'extra_outputs'],
    [{ viewport: '1280' }, 'viewport'],
    [{ viewport: '319x800' }, 'viewport'],
    [{ viewport: '3841x800' }, 'viewport'],
    [{ viewport: '1280x239' }, 'viewport'],
    [{ viewport: '1280x4321' }, 'viewport'],
    [{ viewport: '-1280x800' }, 'viewport'],
  ])('refuses %j', (input, param) => {
    const { problems } = failureOf(() => parseInput(scrape, { url, ...input }))
    expect(problems).toContainEqual(expect.objectContaining({ type: 'value_error', loc: ['query', param] }))
  })

  it.each([{ output: 'screenshot' }, { extra_outputs: ['screenshot'] }])(
    'does not exist for a document: %j',
    (input) => {
      const { problems } = failureOf(() => parseInput(convert, input))
      expect(problems).toMatchObject([{ type: 'value_error', loc: ['query', 'output'] }])
    },
  )

  it('has parameters without effect on other outputs', () => {
    expect(parseInput(scrape, { url, full_page: true, viewport: '400x300' })).toMatchObject({ output: 'markdown' })
  })
})
