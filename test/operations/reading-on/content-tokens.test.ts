import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../../src/content/content-tokens.ts'
import { answers } from '../../model/scripted-model.ts'
import { type Json, jsonOf } from '../../service.ts'
import { site, useKeptService } from '../kept-service.ts'

const service = useKeptService()
const words = 'A tree of the forest, whose leaves are green in summer and brown in autumn. '.repeat(12)

beforeAll(() => {
  const sections = ['Oaks', 'Beeches', 'Limes'].map((name) => `<h2>${name}</h2><p>${name}: ${words}</p>`)
  const links = '<a href="/oaks">Oaks</a> <a href="mailto:office@example.com">Office</a>'
  site['/trees'] = {
    body: `<title>Trees</title><main><h1>Trees</h1><p>${words}${links}</p>${sections.join('')}</main>`,
  }
  site['/trees-gone'] = { body: `<main><h1>Gone</h1>${sections.join('')}</main>`, status: 404 }
})
afterAll(() => {
  for (const path of ['/trees', '/trees-gone']) delete site[path]
})

function get(path: string, parameters: Record<string, string>): Promise<Json> {
  return jsonOf(service.gleaner.get('/v1/scrape', { url: service.origin.url + path, ...parameters }))
}

function expectCounted({ content, content_tokens }: Json): void {
  expect(content_tokens).toBe(contentTokensOf(typeof content === 'string' ? content : JSON.stringify(content)))
}

describe('content_tokens', () => {
  it('counts the content of every output, with arrays and objects as compact JSON', async () => {
    for (const output of ['markdown', 'raw_html', 'clean_html', 'html_head_metadata_json', 'links', 'emails']) {
      const result = await get('/trees', { output })
      expect(result.content_tokens, output).toBeGreaterThan(1)
      expectCounted(result)
    }
  })

  it('counts only the piece, and the pieces add up to the whole', async () => {
    const whole = await get('/trees', {})
    let tokens = 0
    for (let offset: unknown = 0; offset !== null; ) {
      const piece = await get('/trees', { max_chars: '700', offset: String(offset) })
      expectCounted(piece)
      tokens += piece.content_tokens as number
      offset = piece.next_offset
    }
    expect(Math.abs(tokens / (whole.content_tokens as number) - 1)).toBeLessThan(0.05)
    expect(await get('/trees', { max_chars: '700', offset: '99999' })).toMatchObject({ content: '', content_tokens: 0 })
  })

  it('counts passages, an answer and fields', async () => {
    expectCounted(await get('/trees', { highlights: 'beeches', max_chars: '1200' }))
    service.model.play([answers(`# Answer\n\n${words}`)])
    const answer = await get('/trees', { prompt: 'Which trees?' })
    expect(answer.model).not.toBeNull()
    expectCounted(answer)
    expectCounted(await get('/trees', { extract_rules: '{"heads":{"selector":"h2","type":"list"}}' }))
  })

  it('counts the page if the target failed and the model was not called', async () => {
    const failed = await get('/trees-gone', { prompt: 'Which trees?', max_chars: '100' })
    expect(failed).toMatchObject({ status_code: 404, model: null })
    expectCounted(failed)
  })
})
