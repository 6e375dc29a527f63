/** The type of an example, and the click URL that all examples use. */

import type { Ad } from '../../../../src/ads/ad/ad.ts'
import type { AdsProviderName, ResultPageStatus } from '../../../../src/contract/ads-reading.ts'

export interface DocumentExample {
  provider: AdsProviderName
  /** The documentation page. */
  page: string
  json: unknown
  status?: ResultPageStatus
  ads: Partial<Ad>[]
}

export const aclk =
  'https://www.google.com/aclk?sa=L&ai=DChsSEwi_lMLi18aRAxVHl1oFHe9XNVcYACICCAIQABoCdnU&co=1&ase=2&adurl'
