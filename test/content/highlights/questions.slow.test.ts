import { describe, expect, it } from 'vitest'
import { highlightsOf } from '../../../src/content/highlights/highlights.ts'
import { lacks, savedPage } from '../../needs.ts'
import { fetchArabicPage } from './arabic-page.ts'
import { arabicNewsQuestions, questions } from './questions.ts'
import { savedMarkdown } from './saved-markdown.ts'

const { isMissing } = savedPage('quality/data')

describe.skipIf(isMissing)('highlights of saved pages', () => {
  it('contain the answers to 36 of 40 questions in four languages within 4,000 characters', async () => {
    const missed: string[] = []
    for (const { page, question, answer } of questions) {
      const markdown = await savedMarkdown(page)
      expect(markdown, page).toContain(answer)
      const { content } = highlightsOf(markdown, question, 4000)
      expect(content.length).toBeLessThanOrEqual(4000)
      if (!content.includes(answer)) missed.push(question)
    }
    expect(questions).toHaveLength(40)
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(4)
  })

  it('are at the reported offsets', async () => {
    for (const { page, question } of questions) {
      const markdown = await savedMarkdown(page)
      const { content, highlights } = highlightsOf(markdown, question, 4000)
      const shown = content === '' ? [] : content.split('\n\n…\n\n')
      expect(shown).toHaveLength(highlights.length)
      for (const [at, { offset, chars }] of highlights.entries()) {
        expect(shown[at]?.endsWith(markdown.slice(offset, offset + chars))).toBe(true)
      }
    }
  })
})

const lacksArabic = lacks('the npm registry', (await fetchArabicPage()) !== null)

describe.skipIf(lacksArabic)('highlights of a news page in Arabic', () => {
  it('contain the answers to 4 of 5 questions within a quarter of the page', async () => {
    const missed: string[] = []
    for (const { page, question, answer } of arabicNewsQuestions) {
      const markdown = await savedMarkdown(page)
      expect(markdown).toContain(answer)
      if (!highlightsOf(markdown, question, markdown.length / 4).content.includes(answer)) missed.push(question)
    }
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(1)
  })
})
