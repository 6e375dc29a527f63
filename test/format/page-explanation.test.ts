import { describe, expect, it } from 'vitest'
import { explainPage } from '../../src/format/page-explanation.ts'
import { htmlPage } from './page.ts'

describe('explain', () => {
  it('returns the kind, the confidence and each part of a page with its reason', async () => {
    const text = 'A sentence that is long enough to be read as prose, and not as a label of something. '.repeat(6)
    const page = htmlPage(`<title>T</title><nav><a href="/">Home</a></nav><article><h1>T</h1><p>${text}</p></article>`)
    const { title, kinds, level, kept, dropped } = await explainPage(page)
    expect([title, level]).toEqual(['T', 'strict'])
    expect(Object.values(kinds).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 1)
    expect(kept).toMatchObject([{ order: 1, where: 'body > article' }])
    expect(dropped).toEqual([
      expect.objectContaining({ order: 0, where: 'body > nav', reason: 'in <nav>', text: 'Home' }),
    ])
  })

  it('returns no parts for a page without a body', async () => {
    const { kind, kept, dropped, level } = await explainPage(htmlPage('<frameset></frameset>'))
    expect([kept, dropped, level]).toEqual([[], [], expect.any(String)])
    expect(kind).not.toBe('')
  })

  it('refuses media other than HTML, and challenge pages', async () => {
    await expect(explainPage(htmlPage('{}', { mediaType: 'application/json' }))).rejects.toMatchObject({
      type: 'unsupported_content_type',
    })
    const announced = htmlPage('<p>x', { headers: { 'cf-mitigated': 'challenge' } })
    await expect(explainPage(announced)).rejects.toMatchObject({ type: 'target_blocked' })
    const wall = htmlPage('<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=A"></iframe>')
    await expect(explainPage(wall)).rejects.toMatchObject({ type: 'target_blocked' })
  })
})
