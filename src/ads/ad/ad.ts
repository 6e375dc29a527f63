/** An ad, its parts, and an ad without values. The types are inferred from the contract. */

import type { z } from 'zod'
import type { ad } from '../../contract/google-ads.ts'

export type Ad = z.infer<typeof ad>

/** The part of the page that contains the ad: above, below, next to or between the results, or in the list of local businesses. */
export type AdBlock = Ad['block']

export type AdKind = Ad['kind']

export type Sitelink = Ad['sitelinks'][number]

/** An ad without its position on the page, which is only known once all ads have been read. */
export type UnplacedAd = Omit<Ad, 'page' | 'block' | 'position'>

/** An ad without any optional values, to which each reader adds the values that it finds. */
export const blankAd: Readonly<UnplacedAd> = {
  kind: 'text',
  title: null,
  url: null,
  displayed_url: null,
  description: null,
  advertiser: null,
  tracking_url: null,
  sitelinks: [],
  phone: null,
  price: null,
  old_price: null,
  rating: null,
  reviews: null,
  extensions: [],
  image_url: null,
  address: null,
}
