/** How `google_ads` keeps its promise. It does not reach Google yet, and says so. */

import { type GoogleAdsInput, googleAds } from '../contract/google-ads.ts'
import { ServiceError } from '../errors.ts'
import type { Handler } from './context.ts'

export function createGoogleAds(): Handler<GoogleAdsInput> {
  return {
    operation: googleAds,
    rules: [],
    async run() {
      throw new ServiceError('target_unreachable', 'This server does not search Google yet')
    },
  }
}
