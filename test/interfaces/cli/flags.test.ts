import { describe, expect, it } from 'vitest'
import { googleAds } from '../../../src/contract/google-ads.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { scrapeOperation } from '../../../src/contract/scrape.ts'
import { parseFlags } from '../../../src/interfaces/cli/flags.ts'

const scrape = scrapeOperation(['m'])

describe('flags', () => {
  const read = (operation: Operation, ...argv: string[]) => {
    const { parameters, json } = parseFlags(operation, argv)
    return { ...Object.fromEntries(parameters), ...(json ? { json } : {}) }
  }

  it('are the parameters in kebab-case or snake_case', () => {
    expect(read(scrape, 'https://a.example/', '--max-chars', '10', '--css_selector=main > p', '--json')).toEqual({
      url: 'https://a.example/',
      max_chars: '10',
      css_selector: 'main > p',
      json: true,
    })
  })

  it('mean true for booleans without a value', () => {
    expect(read(scrape, '--render-js', 'https://a.example/')).toEqual({ render_js: 'true', url: 'https://a.example/' })
    expect(read(googleAds, '--render-js', 'on')).toEqual({ render_js: 'true', query: 'on' })
  })

  it('use the word after a boolean flag if it is a boolean', () => {
    expect(read(scrape, 'https://a.example/', '--main-content', 'false')).toEqual({
      url: 'https://a.example/',
      main_content: 'false',
    })
    expect(read(scrape, '--main-content', 'no', 'https://a.example/')).toEqual({
      url: 'https://a.example/',
      main_content: 'false',
    })
  })

  it('keep a word that is not a boolean as their value, which is later refused by name', () => {
    expect(read(scrape, 'https://a.example/', '--main-content', 'maybe')).toMatchObject({ main_content: 'maybe' })
  })

  it('are returned when they are unknown, repeated or without a value', () => {
    expect(parseFlags(scrape, ['a', 'b', '--renderjs', '--offset', '--max-chars']).parameters).toEqual([
      ['url', 'a'],
      ['url', 'b'],
      ['renderjs', ''],
      ['offset', ''],
      ['max_chars', ''],
    ])
  })

  it('accept a negative number, and words after --', () => {
    expect(read(scrape, '--offset', '-1', '--', '--json')).toEqual({ offset: '-1', url: '--json' })
  })
})
