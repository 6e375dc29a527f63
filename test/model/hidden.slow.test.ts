import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../render/open-renderer.ts'
import { casesIn } from './hidden-cases.ts'
import { type HiddenPages, openHiddenPages } from './hidden-pages.ts'

let pages: HiddenPages
beforeAll(async () => {
  pages = await openHiddenPages()
})
afterAll(() => pages.close())

const rendered = { render_js: 'true', timeout_ms: '60000' }

describe.skipIf(lacksBrowser)('hidden text of a rendered page', () => {
  it.each([
    ['markdown', []],
    ['clean_html', ['an attribute']],
    ['raw_html', ['an attribute']],
  ])('does not reach the model as %s, except for %j', async (output, known) => {
    const { text, codes } = await pages.send('/hidden', { ...rendered, output })
    expect(casesIn(text)).toEqual(known)
    for (let at = 0; at < 30; at++) expect(text).toContain(`Visible paragraph number ${at},`)
    expect(codes).toContain('hidden_text_removed')
  })

  it('reaches the model if a click shows it', async () => {
    const { text } = await pages.send('/opens', rendered)
    for (const fact of ['nineteen days', 'seven euros', 'eleven years']) expect(text).toContain(fact)
  })

  it('reaches the model if it appears by swiping or scrolling, over an image or in a transition', async () => {
    const { text } = await pages.send('/swiped', { ...rendered, main_content: 'false' })
    const facts = ['First slide', 'Second slide', 'Third slide', 'Hero headline', 'Gradient heading', 'Read more of it']
    facts.push('Lazy section', 'Fading in')
    for (const fact of facts) expect(text).toContain(fact)
    const html = await pages.send('/swiped', { ...rendered, output: 'raw_html' })
    for (const fact of [...facts, 'Size forty']) expect(html.text).toContain(fact)
  })

  it('is detected on a page that is nested deeper than the stack', async () => {
    const { text } = await pages.send('/deep', { ...rendered, output: 'raw_html' })
    expect(text).toContain('every reader can see')
    expect(text).not.toContain('canary-deep')
  })
})
