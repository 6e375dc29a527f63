import { describe, expect, it } from 'vitest'
import { readDeepLink, writeDeepLink } from '../../../../src/playground/session/deep-link.ts'
import {
  addToHistory,
  clearHistory,
  type HistoryEntry,
  readHistory,
} from '../../../../src/playground/session/history.ts'

function memoryStorage(values: Record<string, string> = {}) {
  const stored = new Map(Object.entries(values))
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
    stored,
  }
}

const entry = (url: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ operation: 'scrape', parameters: { url }, at: '2026-01-01T00:00:00.000Z', outcome: 'ok', ...more },
})

describe('the history', () => {
  it('has the newest first, each request once', () => {
    const storage = memoryStorage()
    for (const url of ['a', 'b', 'a']) addToHistory(storage, entry(url))
    expect(readHistory(storage).map(({ parameters }) => parameters.url)).toEqual(['a', 'b'])
    clearHistory(storage)
    expect(readHistory(storage)).toEqual([])
  })

  it('keeps no headers, cookies or keys, and at most fifty requests', () => {
    const storage = memoryStorage()
    const secret = { url: 'a', headers: '{"Authorization":"s3cret"}', cookies: '{"sid":"s3cret"}', key: 's3cret' }
    addToHistory(storage, entry('a', { parameters: secret }))
    expect([...storage.stored.values()].join()).not.toContain('s3cret')
    for (let n = 0; n < 60; n++) addToHistory(storage, entry(String(n)))
    expect(readHistory(storage)).toHaveLength(50)
  })

  it.each([
    '{',
    'null',
    '{"a":1}',
    '[1,null,{"operation":"scrape"}]',
    '[{"operation":"a","at":"x","outcome":"ok","parameters":{}}]',
  ])('is empty where the storage holds %s', (text) => {
    expect(readHistory(memoryStorage({ 'gleaner-history': text }))).toEqual([])
  })

  it('fails in no browser that stores nothing', () => {
    const refuse = () => {
      throw new Error('storage is switched off')
    }
    const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
    expect(addToHistory(storage, entry('a'))).toHaveLength(1)
    expect(readHistory(storage)).toEqual([])
  })
})

describe('a link', () => {
  it('fills in what it was made of, whatever that holds', () => {
    const values = { url: 'https://a.example/?x=1&y=ä#z', prompt: 'a+b = "c"\n' }
    expect(readDeepLink(writeDeepLink('scrape', values))).toEqual({ operation: 'scrape', values, key: null })
  })

  it('may bring a key, and never passes one on', () => {
    expect(readDeepLink('#key=glnr_1&url=a')).toEqual({ operation: null, values: { url: 'a' }, key: 'glnr_1' })
    expect(writeDeepLink('scrape', { url: 'a', headers: '{}', cookies: '{}' })).toBe('#operation=scrape&url=a')
  })

  it('is not for the same request again: it has no Idempotency-Key', () => {
    expect(writeDeepLink('scrape', { url: 'a', 'Idempotency-Key': 'b' })).toBe('#operation=scrape&url=a')
  })

  it('is empty without a fragment', () => {
    expect(readDeepLink('')).toEqual({ operation: null, values: {}, key: null })
  })
})
