import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Ad } from '../../../src/google-ads/ad.ts'
import { slimSource } from '../../../src/google-ads/page/slim-source.ts'
import { savedPage } from '../../needs.ts'
import { read, searchAnswer } from '../fixtures.ts'

const { location: folder, isMissing } = savedPage('google-ads/')

interface Truth {
  file: string
  status: string
  ads: { title: string; displayed_url?: string; url?: string }[]
  shopping: { title: string }[]
}

const plain = (text: string | null | undefined) =>
  (text ?? '')
    .normalize('NFC')
    .replace(/[\u200b-\u200f]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
const host = (url: string | null | undefined) => (url ? new URL(url).hostname.replace(/^www\./, '') : '')
const bare = (html: string) => html.replace(/\s(class|id|data-text-ad|data-ta-[a-z-]+)=("[^"]*"|'[^']*'|[^\s>]+)/gi, '')

describe.skipIf(isMissing)('saved result pages', () => {
  const truth: Truth[] = isMissing ? [] : JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8'))

  it.each(truth)('are read: $file', ({ file, status, ads, shopping }) => {
    const html = readFileSync(new URL(`pages/${file}`, folder), 'utf8')
    const answer = { ...searchAnswer, status: status === 'captcha' ? 429 : 200 }
    for (const source of [html, bare(html)]) {
      const page = read(slimSource(source), answer)
      const texts = page.ads.filter((ad) => ad.kind !== 'shopping')
      const seen = (ad: Ad | Truth['ads'][0]) => [plain(ad.title), plain(ad.displayed_url)].join(' | ')
      expect(page.status).toBe(status)
      expect(texts.map(seen).sort()).toEqual(ads.map(seen).sort())
      expect(page.ads.length - texts.length).toBe(shopping.length)
      for (const want of ads) {
        if (want.url) expect(texts.map((ad) => host(ad.url))).toContain(host(want.url))
      }
    }
  })
})
