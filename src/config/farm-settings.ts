/** The settings of browser farms: their schema, their validation, and the farm that they select. */

import { z } from 'zod'
import { farmAddress, isThisMachineHost, list, originUrl } from './setting-values.ts'

export const farmSettings = {
  GLEANER_BROWSER_WS: list
    .pipe(z.array(farmAddress))
    .default([])
    .describe(
      'DevTools endpoints that render pages instead of a browser on this machine, separated by commas: browserless (`ws://host:3000?token=…`) or Chromium (`http://host:9222`). docs/rendering.md explains what each endpoint needs.',
    ),
  GLEANER_EGRESS_URL: originUrl(
    'must be an http:// URL with only a host and port',
    ({ protocol }) => protocol === 'http:',
  )
    .optional()
    .describe(
      "URL at which the browsers in `GLEANER_BROWSER_WS` reach this process (`http://gleaner:8788`). Their traffic must go through Gleaner's proxy, which listens on that port, on all network interfaces. Required unless the browsers run on this machine.",
    ),
} as const

type FarmSettings = z.infer<z.ZodObject<typeof farmSettings>>

/** Returns the problem with a farm's settings as a whole, or null. */
export function faultOfFarm({
  GLEANER_BROWSER_WS: farms,
  GLEANER_EGRESS_URL: egressUrl,
}: FarmSettings): { name: string; message: string } | null {
  const isReachable =
    egressUrl !== undefined || farms.every((text) => isThisMachineHost(URL.parse(text)?.hostname ?? ''))
  if (isReachable) return null
  const message =
    'must be the URL at which the browsers in GLEANER_BROWSER_WS reach this process, such as http://gleaner:8788'
  return { name: 'GLEANER_EGRESS_URL', message }
}

/** Returns the browser farm that the owner has selected, or null. */
export function chosenFarm({ GLEANER_BROWSER_WS: addresses, GLEANER_EGRESS_URL: egressUrl }: FarmSettings) {
  return addresses.length === 0 ? null : { addresses, egressUrl: egressUrl ?? null }
}
