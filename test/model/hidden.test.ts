import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { casesIn, hiddenCases, invisibleCharacters } from './hidden-cases.ts'
import { type HiddenPages, joinedText, openHiddenPages, smuggled } from './hidden-pages.ts'

let pages: HiddenPages
beforeAll(async () => {
  pages = await openHiddenPages()
})
afterAll(() => pages.close())

describe('hidden text of a fetched page', () => {
  it('has thirty cases', () => {
    expect(hiddenCases).toHaveLength(30)
  })

  it.each([
    ['markdown', []],
    ['clean_html', ['noscript', 'an attribute', 'below an opaque box']],
    ['raw_html', ['noscript', 'an attribute', 'below an opaque box']],
  ])('does not reach the model as %s, except for %j', async (output, known) => {
    const { text, codes } = await pages.send('/hidden', { output })
    expect(casesIn(text)).toEqual(known)
    for (let at = 0; at < 30; at++) expect(text).toContain(`Visible paragraph number ${at},`)
    expect(codes).toContain('hidden_text_removed')
  })

  it.each(['/react', '/all', '/deferred'])(
    'reaches the model if it is content that a script shows: %s',
    async (path) => {
      for (const output of ['markdown', 'raw_html']) {
        expect((await pages.send(path, { output, main_content: 'false' })).text).toContain('forty-two apples')
      }
      expect((await pages.send(path)).text).toContain('forty-two apples')
    },
  )
})

describe('characters that are not rendered', () => {
  it.each(['/characters', '/characters.txt'])('do not reach the model: %s', async (path) => {
    for (const output of ['markdown', 'raw_html']) {
      const { page } = await pages.send(path, { output })
      const rest = page.replace(joinedText, '')
      for (const char of [...invisibleCharacters, ...smuggled]) {
        expect(rest.includes(char), `U+${char.codePointAt(0)?.toString(16)}`).toBe(false)
      }
      expect(page).toContain('inxxxx')
    }
  })

  it('reach the model if a script needs them', async () => {
    expect((await pages.send('/characters')).page).toContain(joinedText)
  })
})
