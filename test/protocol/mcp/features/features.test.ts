import { describe, expect, it } from 'vitest'
import { parseInput } from '../../../../src/contract/parse-input.ts'
import type { RegisteredOperation } from '../../../../src/operations/registry.ts'
import type { Caller } from '../../../../src/operations/request.ts'
import { createMcpFeatures } from '../../../../src/protocol/mcp/features/features.ts'
import { createMemorySnapshots } from '../../../../src/snapshot/memory-snapshots.ts'
import type { StoredResult } from '../../../../src/snapshot/snapshot-store.ts'
import { storedResult } from '../../../snapshot/stored-result.ts'
import { createFetchFeatures, operations } from '../fetch-tools.ts'

const caller: Caller = { keyId: 'key-a', transport: 'mcp-http' }
const domain = { type: 'ref/prompt', name: 'ads_for' } as const

function offerWith(snapshots = createMemorySnapshots()) {
  const invoke = () => Promise.reject(new Error('is not called'))
  return { snapshots, ...createMcpFeatures({ operations, invoke, snapshots }) }
}

describe('a prompt', () => {
  const { prompts } = createFetchFeatures()
  const args: Record<string, string> = {
    url: 'https://example.com/a?b="c"',
    url_a: 'https://example.com/a',
    url_b: 'https://example.com/b',
    query: 'running shoes',
    domain: 'de',
    locale: 'de-DE',
    geo_location: 'Bavaria,Germany',
  }

  it.each(prompts.list().map((prompt) => [prompt.name, prompt] as const))(
    'names calls that the tools take: %s',
    (name, prompt) => {
      const given = prompt.arguments.map((one) => [one.name, args[one.name] ?? 'prices'])
      for (const values of [
        given,
        given.filter(([param]) => prompt.arguments.find((one) => one.name === param)?.required),
      ]) {
        const [message] = prompts.get(name, Object.fromEntries(values)).messages
        const text = message?.content.text ?? ''
        const calls = [...text.matchAll(/Call the tool (\w+) with (\{.*?\})\.(?= )/g)]
        expect(calls.length).toBeGreaterThan(0)
        for (const [, tool, json = ''] of calls) {
          const operation: RegisteredOperation = operations[tool as keyof typeof operations]
          expect(() => parseInput(operation, JSON.parse(json))).not.toThrow()
        }
        expect(text).not.toContain('undefined')
      }
    },
  )

  it('takes an argument that was left empty for one that was not given', () => {
    const text = JSON.stringify(prompts.get('summarize_page', { url: args.url ?? '', focus: ' ' }))
    expect(text).toBe(JSON.stringify(prompts.get('summarize_page', { url: args.url ?? '' })))
    expect(() => prompts.get('summarize_page', { url: '' })).toThrow(expect.objectContaining({ code: -32602 }))
  })

  it.each(['toString', '__proto__', ''])('named %j does not exist', (name) => {
    expect(() => prompts.get(name, {})).toThrow(expect.objectContaining({ code: -32602 }))
  })
})

describe('a completion', () => {
  it('gives at most 100 values and says how many there are', async () => {
    const { complete } = offerWith()
    const all = await complete(caller, domain, { name: 'domain', value: '' })
    expect(all).toMatchObject({ hasMore: true, values: expect.any(Array) })
    expect(all.values).toHaveLength(100)
    expect(all.total).toBeGreaterThan(100)
    const some = await complete(caller, domain, { name: 'domain', value: 'CO.u' })
    expect(some.values[0]).toBe('co.ug')
    expect(some).toMatchObject({ hasMore: false, total: some.values.length })
  })

  it('is empty where nothing fits, and for an argument without choices', async () => {
    const { complete } = offerWith()
    for (const name of ['domain', 'query']) {
      expect(await complete(caller, domain, { name, value: 'zzz' })).toEqual({ values: [], total: 0, hasMore: false })
    }
  })

  it('of something that has none is refused', async () => {
    const { complete } = offerWith()
    const other = { type: 'ref/resource', uri: 'file:///{path}' } as const
    await expect(complete(caller, other, { name: 'path', value: '' })).rejects.toMatchObject({ code: -32602 })
  })
})

describe('the resources', () => {
  const cases: [Partial<StoredResult>, string, string][] = [
    [{}, 'text/markdown', 'text'],
    [{ output: 'raw_html', content: '<p>x' }, 'text/html', '<p>x'],
    [{ output: 'raw_html', content_type: 'application/xhtml+xml' }, 'application/xhtml+xml', 'text'],
    [{ output: 'clean_html', content_type: null }, 'text/html', 'text'],
    [{ content_type: 'application/json', content: '{}' }, 'application/json', '{}'],
    [{ content_type: 'application/rss+xml' }, 'application/rss+xml', 'text'],
    [{ content_type: 'application/pdf' }, 'text/plain', 'text'],
    [{ output: 'emails', content: ['a@example.com'] }, 'application/json', '["a@example.com"]'],
    [{ model: 'model-a', content: 'An answer' }, 'text/plain', 'An answer'],
  ]
  it.each(cases)('are told with the type of their content: %j', async (more, mimeType, text) => {
    const { snapshots, resources } = offerWith()
    await snapshots.set('key-a', 'one', storedResult(more), 4)
    const uri = 'gleaner://snapshot/one'
    expect(await resources.read(caller, uri)).toEqual({ contents: [{ uri, mimeType, text }] })
    expect((await resources.list(caller)).resources).toMatchObject([{ uri, mimeType }])
  })

  it('are listed in pages, each once', async () => {
    const { snapshots, resources } = offerWith()
    for (let i = 0; i < 120; i++) {
      const fetched_at = new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString()
      await snapshots.set('key-a', `id-${i}`, storedResult({ fetched_at, title: i === 0 ? ' \n ' : `Page\n${i}` }), 4)
    }
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await resources.list(caller, cursor)
      expect(page.resources.length).toBeLessThanOrEqual(50)
      names.push(...page.resources.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(names).toHaveLength(120)
    expect(names[0]).toBe('Page 119')
    // A title that says nothing gives way to the address.
    expect(names.at(-1)).toBe('https://example.com/')
    await expect(resources.list(caller, 'gone')).rejects.toMatchObject({ code: -32602 })
  })
})
