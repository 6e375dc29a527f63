import { describe, expect, it } from 'vitest'
import { parseInput } from '../../src/contract/parse-input.ts'
import { coerceParameters } from '../../src/interfaces/coerce.ts'
import { createRegistry, type RegisteredOperation } from '../../src/operations/registry.ts'
import { acceptCall } from '../interfaces/cli/accept-call.ts'
import { codeBlocks, guides, read } from './document.ts'

/** Languages of code blocks, each with the test that checks them. */
const languages: Record<string, string> = {
  sh: 'test/docs/run-examples.slow.test.ts runs them',
  json: 'they are parsed here, and compared there where they are an output',
  yaml: 'test/interfaces/monitoring/metrics/monitoring-page.test.ts parses them',
  ts: 'test/packaging/client.release.test.ts checks their types and runs them',
  console: 'what is typed on a server: test/interfaces/cli/help.test.ts accepts it',
  js: 'test/docs/connect.test.ts parses them and compares their imports with the frameworks that the tests run',
  toml: 'the same test reads the settings',
  nginx: 'test/packaging/deploy.release.test.ts starts it with them',
  caddyfile: 'the same',
  markdown: 'the output of a shell block before it',
  text: 'the same',
}

const registry = createRegistry(['a-model'])
const operations: Record<string, RegisteredOperation> = registry
const shell = guides.flatMap((page) => codeBlocks(read(page)).filter(({ language }) => language === 'sh'))
const lines = shell.flatMap(({ text }) => text.split('\n'))

/** Parses an example with the contract. Throws if the example is rejected. */
function accept(name: string, parameters: Iterable<readonly [string, string]>): Record<string, unknown> {
  const operation = operations[name]
  if (!operation) throw new Error(`no operation ${name}`)
  const { raw, faulty } = coerceParameters(operation, parameters)
  return parseInput(operation, raw, faulty)
}

describe('the guides', () => {
  it('show only requests that the contract accepts', () => {
    const urls = lines.flatMap((line) => [...line.matchAll(/http:\/\/127\.0\.0\.1:8787\/v1\/(\w+)\?([^'\s]+)/g)])
    expect(urls.length).toBeGreaterThan(0)
    for (const [, name = '', query] of urls) accept(name, new URLSearchParams(query))
  })

  it('show only commands that the command line accepts', async () => {
    const calls = lines.flatMap((line) => /^node bin\/gleaner\.mjs ((?:scrape|google-ads) .+)$/.exec(line)?.[1] ?? [])
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) await acceptCall(call)
  })

  it('show only JSON that parses', () => {
    const shown = guides.flatMap((page) => codeBlocks(read(page)).filter(({ language }) => language === 'json'))
    expect(shown.length).toBeGreaterThan(0)
    for (const { text } of shown) expect(() => JSON.parse(text)).not.toThrow()
  })

  it('show the quality from docs/main-content.md in README.md', () => {
    const measured = (set: string) => new RegExp(`^\\| ${set} \\| \\d+ \\| ([\\d.]+) `, 'm')
    const shown = [...read('README.md').matchAll(/^ *\| .*\((scrapinghub|WCXB, test)\) \| \*{0,2}([\d.]+)\*{0,2} \|/gm)]
    expect(shown.map(([, , f1]) => f1)).toEqual(
      ['scrapinghub', 'wcxb-test'].map((set) => measured(set).exec(read('docs/main-content.md'))?.[1]),
    )
  })
})

it('have code blocks only in languages that a test checks', () => {
  const blocks = guides.flatMap((page) => codeBlocks(read(page)).map(({ language }) => ({ page, language })))
  expect(blocks.filter(({ language }) => !(language in languages))).toEqual([])
})
