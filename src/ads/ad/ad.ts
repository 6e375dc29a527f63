/** Types of an ad, inferred from the contract. */

import type { z } from 'zod'
import type { ad } from '../../contract/google-ads.ts'

/** One paid result. */
export type Ad = z.infer<typeof ad>

/** Where an ad stands: above the results, below, beside or between them, or in the list of local businesses. */
export type AdBlock = Ad['block']

export type AdKind = Ad['kind']

export type Sitelink = Ad['sitelinks'][number]

/** Fields that only some ads have, whatever their kind. */
type AdDetails = Pick<Ad, 'old_price' | 'rating' | 'reviews' | 'extensions' | 'image_url' | 'address'>

/** The details of an ad that shows none of them. Fields are null; lists are empty, as those of sitelinks are. */
export function noDetails(): AdDetails {
  return { old_price: null, rating: null, reviews: null, extensions: [], image_url: null, address: null }
}

/** An ad without its place on the page, which is known once all ads are read. */
export type UnplacedAd = Omit<Ad, 'page' | 'block' | 'position'>
