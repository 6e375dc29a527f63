import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers } from '../../model/scripted-model.ts'
import { type Json, jsonOf } from '../../service.ts'
import { site, useKeptService } from '../kept-service.ts'

const service = useKeptService()
const names = ['Oaks', 'Beeches', 'Limes']
const words = 'A tree of the forest, whose leaves are green in summer and brown in autumn. '.repeat(12)

beforeAll(() => {
  const sections = names.map((name) => `<h2>${name}</h2><p>${name}: ${words}</p><pre># no heading</pre>`)
  site['/trees'] = { body: `<title>Trees</title><main><h1>Trees</h1><p>${words}</p>${sections.join('')}</main>` }
  site['/trees-gone'] = { body: `<main><h1>Gone</h1>${sections.join('')}</main>`, status: 404 }
  site['/trees.md'] = {
    body: `# Trees\n\n${words}\n\nOaks\n----\n\n${words}`,
    headers: { 'content-type': 'text/markdown' },
  }
})
afterAll(() => {
  for (const path of ['/trees', '/trees-gone', '/trees.md']) delete site[path]
})

function get(path: string, parameters: Record<string, string>): Promise<Json> {
  return jsonOf(service.gleaner.get('/v1/scrape', { url: service.origin.url + path, ...parameters }))
}

describe('outline', () => {
  it('lists the offsets of headings, where reading can continue for free', async () => {
    const before = service.origin.requests.length
    const first = await get('/trees', { max_chars: '200' })
    const outline = first.outline as { level: number; text: string; offset: number }[]
    expect(outline.map(({ level, text }) => [level, text])).toEqual([[1, 'Trees'], ...names.map((name) => [2, name])])
    for (const { text, offset } of outline.slice(1)) {
      const section = await get('/trees', { max_chars: '200', offset: String(offset) })
      expect(section).toMatchObject({ offset, outline: null, credits_charged: 0 })
      expect(section.content).toMatch(`## ${text}\n\n`)
    }
    expect(service.origin.requests.length - before).toBe(1)
  })

  it('is null without a next piece and for other outputs', async () => {
    expect(await get('/trees', {})).toMatchObject({ next_offset: null, outline: null })
    for (const output of ['clean_html', 'raw_html', 'links']) {
      expect(await get('/trees', { output, max_chars: '20' })).toMatchObject({ outline: null })
    }
  })

  it('is returned for markdown from the origin, and for an error page that a prompt is about', async () => {
    expect(await get('/trees.md', { max_chars: '100' })).toMatchObject({
      outline: [{ text: 'Trees' }, { text: 'Oaks' }],
    })
    const failed = await get('/trees-gone', { max_chars: '100', prompt: 'Which trees?' })
    expect(failed).toMatchObject({ status_code: 404, model: null, outline: [{ text: 'Gone' }, {}, {}, {}] })
  })

  it('is null for the answer of a language model', async () => {
    service.model.play([answers(`# Answer\n\n${words}`)])
    expect(await get('/trees', { max_chars: '100', prompt: 'Which trees?' })).toMatchObject({ outline: null })
  })
})
