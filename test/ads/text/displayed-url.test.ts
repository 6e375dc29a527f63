import { describe, expect, it } from 'vitest'
import { displayedUrlHost, rankDisplayedUrl } from '../../../src/ads/text/short-texts.ts'

describe('the rank of a displayed URL', () => {
  it.each([
    ['https://www.atlassian.com › jira-software › official', 3],
    ['http://www.marceltech.com', 3],
    ['https://www.example.co.jp › メンズ › 腕時計', 3],
    ['www.booking.com/Hotels', 2],
    ['10meilleurssitesdecredit.fr/Credit-Perso/Meilleur-Taux', 2],
    ['www.президент.рф/', 2],
    ['www.wow.com/Electric+Bikes+From+China', 2],
    ['Fnac.com', 1],
    ['Node.js', 0],
    ['e.g.', 0],
    ['4.5', 0],
    ['Pay $2.99 today.', 0],
    ['Up to 50% off.Free shipping', 0],
  ])('of %s is %i', (text, rank) => {
    expect(rankDisplayedUrl(text)).toBe(rank)
  })
})

describe('the host of a displayed URL', () => {
  it.each([
    ['https://www.Atlassian.com › jira-software', 'www.atlassian.com'],
    ['www.президент.рф/', 'www.xn--d1abbgf6aiiy.xn--p1ai'],
    ['shop.example:8080/x', 'shop.example'],
    ['A sentence. With words', null],
    ['', null],
  ])('of %s is %s', (text, host) => {
    expect(displayedUrlHost(text)).toBe(host)
  })
})
