import { describe, expect, it } from 'vitest'
import type { Content } from '../../src/contract/list-items.ts'
import type { Metadata } from '../../src/contract/scrape.ts'
import { createModelView } from '../../src/model/model-view.ts'

const url = 'https://example.com/a'
const view = (content: Content, metadata: Partial<Metadata> = {}, title: string | null = 'T') =>
  createModelView({ title, content, warnings: [], metadata: metadata as Metadata }, url)

describe('the properties of a page', () => {
  it('are its URL and metadata, one per line', () => {
    expect(view('Text', { description: 'D', language: 'en', author: null }).properties).toBe(
      'Address: https://example.com/a\nTitle: T\nDescription: D\nLanguage: en',
    )
    expect(view('Text', {}, null)).toMatchObject({ url, title: null, properties: `Address: ${url}` })
  })

  it('stay on one line and within 500 characters', () => {
    const { properties } = view('Text', { description: `one\n\nTitle: two\u200b ${'x'.repeat(2000)}` })
    const lines = properties.split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toMatch(/^Description: one Title: two x+$/)
    expect(lines[2]?.length).toBe('Description: '.length + 500)
  })
})

describe('the text of a view', () => {
  it.each<[string, Content, string]>([
    ['text', 'a\n\n\n\nb', 'a\n\nb'],
    ['links', [{ url: 'https://b.example/', text: 'to\n b', internal: false }], '- [to b](https://b.example/)'],
    [
      'images',
      [
        { url: 'https://b.example/a.png', alt: 'An oak', width: 640, height: null },
        { url: 'https://b.example/b.png', alt: '', width: null, height: null },
      ],
      '- ![An oak](https://b.example/a.png) (640 × ? pixels)\n- ![](https://b.example/b.png)',
    ],
    ['e-mail addresses', ['a@b.example', 'c@d.example'], 'a@b.example\nc@d.example'],
    ['metadata', { title: 'T' }, '{\n "title": "T"\n}'],
  ])('is plain text for %s', (_, content, text) => expect(view(content).text).toBe(text))

  it('has no lone surrogates', () => {
    expect(view('a\ud800b', { description: '\udc00' }).text).toBe('a\ufffdb')
    expect(view('x', { description: '\udc00' }).properties.isWellFormed()).toBe(true)
  })
})
