/** Types of an ad, inferred from the contract. */

import type { z } from 'zod'
import type { ad } from '../../contract/google-ads.ts'

/** One paid result. */
export type Ad = z.infer<typeof ad>

/** The part of the page that contains the ad: above, below, next to or between the results, or in the list of local businesses. */
export type AdBlock = Ad['block']

export type AdKind = Ad['kind']

export type Sitelink = Ad['sitelinks'][number]

/** An ad without its position on the page, which is only known once all ads are read. */
export type UnplacedAd = Omit<Ad, 'page' | 'block' | 'position'>

/** An ad of which only the kind and the title are known. */
export function createAd(kind: AdKind, title: string | null): UnplacedAd {
  return {
    ...{ kind, title, url: null, displayed_url: null, description: null, advertiser: null, tracking_url: null },
    ...{ sitelinks: [], phone: null, price: null, old_price: null, rating: null, reviews: null },
    ...{ extensions: [], image_url: null, address: null },
  }
}
