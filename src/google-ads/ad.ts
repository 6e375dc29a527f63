/** What the room speaks of: an ad and a page's status as the contract writes them. */

import type { z } from 'zod'
import type { ad, adsPage } from '../contract/google-ads.ts'

/** One paid result. */
export type Ad = z.infer<typeof ad>

/** What a result page turned out to be. */
export type PageStatus = z.infer<typeof adsPage>['status']

/** An ad as its reader leaves it: where it stands on the page is told once all are read. */
export type ReadAd = Omit<Ad, 'page' | 'block' | 'position'>
