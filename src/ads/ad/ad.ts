/** Types of an ad, inferred from the contract. */

import type { z } from 'zod'
import type { ad } from '../../contract/google-ads.ts'

export type Ad = z.infer<typeof ad>

/** The part of the page that contains the ad: above, below, next to or between the results, or in the list of local businesses. */
export type AdBlock = Ad['block']

export type AdKind = Ad['kind']

export type Sitelink = Ad['sitelinks'][number]

type AdDetails = Pick<Ad, 'old_price' | 'rating' | 'reviews' | 'extensions' | 'image_url' | 'address'>

/** The details of an ad that has no optional fields: fields are null, lists are empty. */
export function noDetails(): AdDetails {
  return { old_price: null, rating: null, reviews: null, extensions: [], image_url: null, address: null }
}

/** An ad without its position on the page, which is only known once all ads have been read. */
export type UnplacedAd = Omit<Ad, 'page' | 'block' | 'position'>
