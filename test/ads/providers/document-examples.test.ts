import { describe, expect, it } from 'vitest'
import { adsProviders } from '../../../src/ads/providers/providers.ts'
import { ad } from '../../../src/contract/google-ads.ts'
import { documentExamples } from './document-examples.ts'
import { readPage } from './read-page.ts'

describe.each(documentExamples)('the example of $provider: $page', ({ provider, json, ads, status = 'ok' }) => {
  it('is read including its ads', () => {
    const page = readPage(adsProviders[provider], json)
    expect(page).toMatchObject({ status, ads })
    expect(page.ads).toHaveLength(ads.length)
    expect(page.ads.flatMap((one) => ad.safeParse(one).error ?? [])).toEqual([])
  })
})
