/** The first ad of each provider's sample as it should be read, except for fields that a provider doesn't report. */

import type { Ad } from '../../../src/ads/ad/ad.ts'

export const strideAd: Ad = {
  page: 1,
  block: 'top',
  position: 1,
  kind: 'text',
  title: 'Stride Running Shoes',
  url: 'https://www.stride.example/run?ref=g',
  displayed_url: 'https://www.stride.example/run',
  description: 'Light, fast and tested. Free returns.',
  advertiser: 'Stride',
  tracking_url: null,
  sitelinks: [
    { title: 'Trail', url: 'https://www.stride.example/trail', description: 'Grip for mud.' },
    { title: 'Sale', url: null, description: null },
  ],
  phone: null,
  price: null,
  old_price: null,
  rating: null,
  reviews: null,
  extensions: [],
  image_url: null,
  address: null,
}
