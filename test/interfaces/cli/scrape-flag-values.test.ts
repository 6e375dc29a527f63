import { describe, expect, it } from 'vitest'
import { scrapeOperation } from '../../../src/contract/scrape.ts'
import { parseFlags } from '../../../src/interfaces/cli/flags.ts'
import { outputFlags } from '../../../src/interfaces/cli/help/manual.ts'
import { scrapeFlags } from '../../../src/interfaces/cli/help/scrape-flags.ts'
import { checkOwnFlags, readScrapeFlags } from '../../../src/interfaces/cli/scrape-flag-values.ts'

const read = (call: string) => {
  const flags = parseFlags(scrapeOperation(['m']), call.split(' '), scrapeFlags)
  checkOwnFlags(flags.own, { ...outputFlags, ...scrapeFlags })
  return readScrapeFlags(flags)
}

describe('the additional flags of scrape', () => {
  it('are read with their values', () => {
    expect(read('--input - --concurrency=8 --output_dir pages')).toEqual({
      ...{ input: '-', concurrency: 8, 'output-dir': 'pages', each: { headers: [], cookies: [], quotes: [] } },
    })
    expect(read('https://a.example/ --header A:1 --cookie b=2 --header=C:3').each).toEqual({
      headers: ['A:1', 'C:3'],
      cookies: ['b=2'],
      quotes: [],
    })
    expect(read('https://a.example/').concurrency).toBe(4)
  })

  it.each([
    ['https://a.example/ --base https://a.example/', '--base needs --file'],
    ['--file a.pdf --html b.html', "--file can't be combined with --html"],
    ['--file a.pdf --output-dir b', '--output-dir needs --base'],
    ['--file - https://a.example/', "can't be combined with a URL"],
    ['--html - --base https://a.example/ https://a.example/', "can't be combined with a URL"],
    ['--html - --base https://a.example/ --input list', "can't be combined with --input"],
    ['--file a.html false', "can't be combined with a URL (false)"],
    ['a.example --fail=maybe', '--fail should be true or false'],
    ['a.example --json --json', '--json is given more than once'],
    ['--file - --render-js', "can't be combined with --render-js"],
    ['--html - --base https://a.example/ --render-if-needed', "can't be combined with --render-if-needed"],
    ['--html - --base https://a.example/ --wait-for p', "can't be combined with --wait-for"],
    ['--file - --max-age-s 5', "can't be combined with --max-age-s"],
    ['--html - --base https://a.example/ --headers {}', "can't be combined with --headers"],
    ['--html - --base https://a.example/ --cookie a=b', "can't be combined with --cookie"],
    ['--html - --base https://a.example/ --cookies-file c', "can't be combined with --cookies-file"],
    ['--input list https://a.example/', "--input can't be combined with URL arguments"],
    ['--input - --headers-file -', "--headers-file can't read standard input"],
    ['--input a --input b', '--input is given more than once'],
    ['--input', '--input needs a value'],
    ['https://a.example/ --concurrency 0', '--concurrency should be'],
    ['https://a.example/ --concurrency 33', '--concurrency should be'],
    ['https://a.example/ --concurrency many', '--concurrency should be'],
  ])('%s is refused', (call, message) => {
    expect(() => read(call)).toThrow(message)
  })

  it('may state their default', () => {
    expect(read('--html - --base https://a.example/ --render-js=false --locale de').html).toBe('-')
    expect(read('--file - --render-js=no').file).toBe('-')
    expect(read('--file report.pdf')).toMatchObject({ file: 'report.pdf' })
  })
})
