import { describe, expect, it } from 'vitest'
import { isAdLabel } from '../../../src/ads/text/short-texts.ts'

describe('an ad label', () => {
  it.each(['Ad·', 'Anzeige', 'Annonce ·', 'Sponsored results', 'スポンサー', '광고', '廣告', 'إعلان مُموَّل', 'โฆษณา'])(
    'is %s',
    (text) => {
      expect(isAdLabel(text)).toBe(true)
    },
  )

  it.each(['Adidas', 'Ad agency', 'GoDaddy', '', 'Ad '.repeat(30)])('is not "%s"', (text) => {
    expect(isAdLabel(text)).toBe(false)
  })
})
