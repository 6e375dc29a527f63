import { describe, expect, it } from 'vitest'
import { noShare } from '../../../../src/base/share.ts'
import { writeContent } from '../../../../src/content/written.ts'
import { createResources } from '../../../../src/interfaces/mcp/features/resources.ts'
import type { Caller } from '../../../../src/operations/runtime.ts'
import { createMemorySnapshots } from '../../../../src/pages/snapshot/memory-stores.ts'
import type { StoredResult } from '../../../../src/pages/snapshot/snapshot-store.ts'
import { storedResult } from '../../../pages/snapshot/stored-result.ts'

const caller: Caller = { keyId: 'key-a', transport: 'mcp-http' }

function withSnapshots() {
  const snapshots = createMemorySnapshots()
  return { snapshots, resources: createResources(snapshots) }
}

describe('the resources', () => {
  const cases: [Partial<StoredResult>, string, string][] = [
    [{}, 'text/markdown', 'text'],
    [{ output: 'raw_html', content: writeContent('<p>x') }, 'text/html', '<p>x'],
    [{ output: 'raw_html', content_type: 'application/xhtml+xml' }, 'application/xhtml+xml', 'text'],
    [{ output: 'clean_html', content_type: null }, 'text/html', 'text'],
    [{ content_type: 'application/json', content: writeContent('{}') }, 'application/json', '{}'],
    [{ content_type: 'application/rss+xml' }, 'application/rss+xml', 'text'],
    [{ content_type: 'application/pdf' }, 'text/markdown', 'text'],
    [{ content_type: 'application/octet-stream' }, 'text/markdown', 'text'],
    [{ content_type: 'text/csv' }, 'text/markdown', 'text'],
    [{ output: 'raw_html', content_type: 'text/csv' }, 'text/csv', 'text'],
    [{ content_type: 'text/plain' }, 'text/plain', 'text'],
    [{ output: 'emails', content: writeContent(['a@example.com']) }, 'application/json', '["a@example.com"]'],
    [
      {
        output: 'images',
        content: writeContent([{ url: 'https://example.com/a.png', alt: '', width: null, height: 1 }]),
      },
      'application/json',
      '[{"url":"https://example.com/a.png","alt":"","width":null,"height":1}]',
    ],
    [{ model: 'model-a', content: writeContent('An answer') }, 'text/plain', 'An answer'],
    [{ model: 'model-a', content: writeContent({ price: 1 }) }, 'application/json', '{"price":1}'],
  ]
  it.each(cases)('have the media type of their content: %j', async (more, mimeType, text) => {
    const { snapshots, resources } = withSnapshots()
    await snapshots.set('key-a', 'one', storedResult(more))
    const uri = 'gleaner://snapshot/one'
    expect(await resources.read({ caller, share: noShare }, uri)).toEqual({ contents: [{ uri, mimeType, text }] })
    expect((await resources.list(caller)).resources).toMatchObject([{ uri, mimeType }])
  })

  it('state what they contain: an output, fields, or an answer', async () => {
    const { snapshots, resources } = withSnapshots()
    await snapshots.set('key-a', 'one', storedResult({ content: writeContent({ price: 1 }) }))
    await snapshots.set('key-a', 'two', storedResult({ content: writeContent({ price: 1 }), model: 'model-a' }))
    await snapshots.set('key-a', 'three', storedResult({ output: 'emails', content: writeContent([]) }))
    const descriptions = (await resources.list(caller)).resources.map(({ description }) => description)
    expect(descriptions.toSorted()).toEqual([
      'emails of https://example.com/, about 2 characters',
      'fields of https://example.com/, about 11 characters',
      "model-a's answer from the markdown of https://example.com/, about 11 characters",
    ])
  })

  it('are listed once each, in pages', async () => {
    const { snapshots, resources } = withSnapshots()
    for (let i = 0; i < 120; i++) {
      const fetched_at = new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString()
      await snapshots.set('key-a', `id-${i}`, storedResult({ fetched_at, title: i === 0 ? ' \n ' : `Page\n${i}` }))
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
    // A blank title is replaced by the URL.
    expect(names.at(-1)).toBe('https://example.com/')
    await expect(resources.list(caller, 'gone')).rejects.toMatchObject({ code: -32602 })
  })

  it('are not found if they belong to another key or have a malformed id', async () => {
    const { snapshots, resources } = withSnapshots()
    await snapshots.set('key-b', 'one', storedResult({}))
    for (const uri of ['gleaner://snapshot/one', 'gleaner://snapshot/../one', 'file:///etc/passwd']) {
      await expect(resources.read({ caller, share: noShare }, uri)).rejects.toMatchObject({
        code: -32602,
        data: { uri },
      })
    }
  })

  it('count against the limits of the key when they are read', async () => {
    const { snapshots, resources } = withSnapshots()
    await snapshots.set('key-a', 'one', storedResult({}))
    const calls: string[] = []
    const enter = async () => {
      calls.push('enter')
      return async () => void calls.push('leave')
    }
    await resources.read({ caller: { ...caller, enter }, share: noShare }, 'gleaner://snapshot/one')
    await resources.read({ caller: { ...caller, enter }, share: noShare }, 'gleaner://snapshot/none').catch(() => {})
    expect(calls).toEqual(['enter', 'leave', 'enter', 'leave'])
  })
})
