import { afterAll, describe, expect, it } from 'vitest'
import { noShare } from '../../src/base/share.ts'
import { createSandbox } from '../../src/readers/pool.ts'
import { pageOf } from './page-of.ts'

describe('hostile documents', () => {
  const sandbox = createSandbox({ readers: 2, readingLimitMs: 50_000 })
  afterAll(() => sandbox.close())

  it.each<[string, string]>([
    ['20,000 nested div', '<div>'.repeat(20_000)],
    ['20,000 nested svg foreignObject', '<svg><foreignObject>'.repeat(20_000)],
    ['20,000 nested dl dt', '<dl><dt>'.repeat(20_000)],
    ['20,000 nested blockquotes', '<blockquote>'.repeat(20_000)],
    ['20,000 nested lists', '<ul><li>'.repeat(20_000)],
    ['20,000 nested tables', '<table><tr><td>'.repeat(20_000)],
    ['20,000 unclosed links', '<a href=x>'.repeat(20_000)],
    ['50,000 attributes', `<p ${Array.from({ length: 50_000 }, (_, i) => `a${i}=1`).join(' ')}>`],
    ['80,000 non-breaking spaces', `<p>${'&nbsp;'.repeat(80_000)}</p>`],
    ['80,000 word characters', `<p>${'a'.repeat(80_000)}@</p>`],
    ['20,000 list items', `<ol>${'<li>x'.repeat(20_000)}</ol>`],
    [
      'a table cell that spans 65,534 rows and 1,000 columns',
      `<table><tr><td rowspan=65534 colspan=1000>x${'<tr><td>y'.repeat(500)}</table>`,
    ],
    ['a meta charset that is __proto__', '<meta charset="__proto__"><p>x</p>'],
  ])('%s are read within limits, for every output', async (_, html) => {
    for (const output of [
      'markdown',
      'clean_html',
      'links',
      'emails',
      'html_head_metadata_json',
      'raw_html',
    ] as const) {
      const page = pageOf(`<title>T</title>${html} end`)
      const request = { output, cssSelector: null, mainContent: output === 'markdown' }
      const { signal } = new AbortController()
      const { title } = await sandbox.run('format', [page, request], {
        signal,
        share: noShare,
        releaseBytes: page.body.byteLength,
      })
      expect(title).toBe('T')
    }
  })
})
