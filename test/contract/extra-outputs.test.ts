import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { parseInput } from '../../src/contract/parse-input.ts'
import { scrapeOperation } from '../../src/contract/scrape.ts'
import { failureOf } from './failure-of.ts'

const scrape = scrapeOperation(['m'])

function problemsOf(raw: Record<string, unknown>): string[][] {
  try {
    parseInput(scrape, { url: 'https://a.example/', ...raw })
    return []
  } catch (error) {
    if (error instanceof ServiceError) return error.problems.map(({ loc, type }) => [loc.at(-1) ?? '', type])
    throw error
  }
}

describe('extra_outputs', () => {
  it.each([
    ['one output', { extra_outputs: ['links'] }],
    ['five outputs', { extra_outputs: ['links', 'internal_links', 'external_links', 'emails', 'raw_html'] }],
    ['none', { extra_outputs: [] }],
    ['no outputs with a prompt and an offset', { extra_outputs: [], prompt: 'x', offset: 5 }],
    ['markdown with another output', { extra_outputs: ['markdown'], output: 'links' }],
    ['a selector and a window', { extra_outputs: ['links'], css_selector: 'a', max_chars: 5 }],
  ])('accepts %s', (_, raw) => {
    expect(problemsOf(raw)).toEqual([])
  })

  it.each([
    ['a prompt', { prompt: 'x' }],
    ['an offset', { offset: 1 }],
    ['an output given twice', { extra_outputs: ['links', 'links'] }],
    ['an output under both of its names', { extra_outputs: ['emails', 'links', 'email_addresses'] }],
    ['the value of output', { output: 'links' }],
    ['another name of the value of output', { output: 'all_links' }],
    ['the default of output', { extra_outputs: ['markdown'] }],
    ['a text', { extra_outputs: 'links' }],
    ['an object', { extra_outputs: { links: true } }],
    [
      'six outputs',
      { extra_outputs: ['links', 'internal_links', 'external_links', 'emails', 'raw_html', 'clean_html'] },
    ],
  ])('refuses %s as value_error', (_, raw) => {
    expect(problemsOf({ extra_outputs: ['links'], ...raw })).toEqual([['extra_outputs', 'value_error']])
  })

  it('refuses an unknown output with the error type enum', () => {
    expect(problemsOf({ extra_outputs: ['links', 'pdf'] })).toEqual([['extra_outputs', 'enum']])
    expect(problemsOf({ extra_outputs: [null] })).toEqual([['extra_outputs', 'enum']])
  })

  it.each([
    ['prompt', 'x'],
    ['json_schema', { type: 'object' }],
    ['extract_rules', { title: 'h1' }],
  ])('is refused together with %s, by name', (param, value) => {
    const raw = { url: 'https://a.example/', extra_outputs: ['links'], [param]: value }
    expect(failureOf(() => parseInput(scrape, raw)).message).toContain(param)
  })
})
