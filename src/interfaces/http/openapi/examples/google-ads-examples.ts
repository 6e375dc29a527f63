/** Examples of `google_ads` results. */

import type { GoogleAdsResult } from '../../../../contract/google-ads.ts'
import { tail } from './result-tail.ts'

const result: GoogleAdsResult = {
  query: 'running shoes',
  domain: 'com',
  locale: 'en-US',
  geo_location: null,
  output: 'markdown',
  content: '# Ads for “running shoes”\n\n1. [Shoes that run](https://shop.example/running)\n   From small to large.',
  ads: [
    {
      page: 1,
      block: 'top',
      position: 1,
      kind: 'text',
      title: 'Shoes that run',
      url: 'https://shop.example/running',
      displayed_url: 'shop.example › running',
      description: 'From small to large.',
      advertiser: null,
      tracking_url: 'https://www.google.com/aclk?sa=l&ai=example',
      sitelinks: [{ title: 'For children', url: 'https://shop.example/children', description: null }],
      phone: null,
      price: null,
      old_price: null,
      rating: 4.6,
      reviews: 1234,
      extensions: ['Free delivery'],
      image_url: null,
      address: null,
    },
  ],
  pages: [{ page: 1, url: 'https://www.google.com/search?q=running+shoes', status: 'ok', ads: 1, rendered: false }],
  warnings: [],
  ...tail,
  credits_charged: 5,
}

export const googleAdsExamples: Record<string, GoogleAdsResult> = {
  markdown: result,
  json: { ...result, output: 'json', content: null },
}
