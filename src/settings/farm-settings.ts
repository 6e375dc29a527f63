/** The settings of browser farms: their schema, what is wrong with them together, and what they choose. */

import { z } from 'zod'
import { farmAddress, flag, isThisMachineHost, list, originUrl, whole } from './setting-values.ts'

/** Part of the settings of `config.ts`. */
export const farmSettings = {
  GLEANER_BROWSER_WS: list
    .pipe(z.array(farmAddress))
    .default([])
    .describe(
      'Browser farms that render pages in place of a browser of this machine, separated by commas: a Playwright server (`ws://host:3000/`), a DevTools endpoint as of browserless (`ws://host:3000?token=…`) or Chromium (`http://host:9222`), Selenium Grid 4 (`http://grid:4444`). docs/rendering.md has what each of them needs.',
    ),
  GLEANER_BROWSER_WS_FENCED: flag
    .default(false)
    .describe(
      'Whether the farm keeps pages out of private networks by itself: then it is also used where it does not take our flags. Without `GLEANER_EGRESS_HOST` or `GLEANER_EGRESS_URL` its pages go out by themselves.',
    ),
  GLEANER_EGRESS_HOST: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Address on which the proxy listens that is the only way out of the browsers of a farm: one that the farm reaches, such as `0.0.0.0`. Without a farm, and for farms on this machine, it is loopback.',
    ),
  GLEANER_EGRESS_PORT: whole(0, 65_535).default(0).describe('Its port; 0 takes a free one.'),
  GLEANER_EGRESS_URL: originUrl
    .optional()
    .describe(
      'How the farm reaches that proxy (`http://gleaner:8788`), where it is not `GLEANER_EGRESS_HOST` with `GLEANER_EGRESS_PORT`.',
    ),
} as const

const farmObject = z.object(farmSettings)

type FarmSettings = z.infer<typeof farmObject>

interface DomainLists {
  GLEANER_ALLOWED_DOMAINS: readonly string[]
  GLEANER_BLOCKED_DOMAINS: readonly string[]
}

/** What is wrong with the settings of a farm together, or null. */
export function faultOfFarm(value: FarmSettings & DomainLists): { name: string; message: string } | null {
  const { GLEANER_BROWSER_WS: farms, GLEANER_EGRESS_HOST: host = '127.0.0.1' } = value
  if (farms.length === 0 || value.GLEANER_EGRESS_URL !== undefined) return null
  const isElsewhere = farms.some((text) => !isThisMachineHost(URL.parse(text)?.hostname ?? ''))
  const isUnreachable = isElsewhere && (isThisMachineHost(host) || /^(?:0\.0\.0\.0|::)$/.test(host))
  if (value.GLEANER_EGRESS_HOST === undefined && value.GLEANER_BROWSER_WS_FENCED) {
    const lists = value.GLEANER_ALLOWED_DOMAINS.length + value.GLEANER_BLOCKED_DOMAINS.length
    if (lists === 0) return null
    const message = 'must be set: lists of domains hold in the browsers of a farm by our proxy alone'
    return { name: 'GLEANER_EGRESS_URL', message }
  }
  if (!isUnreachable) return null
  const message = 'must say how the browsers of GLEANER_BROWSER_WS reach this process, such as http://gleaner:8788'
  return { name: 'GLEANER_EGRESS_URL', message }
}

/** The browser farm that the owner has chosen, and where it reaches our egress proxy; null for none. */
export function chosenFarm(config: FarmSettings) {
  const { GLEANER_BROWSER_WS: addresses, GLEANER_BROWSER_WS_FENCED: isFenced } = config
  const { GLEANER_EGRESS_HOST: host, GLEANER_EGRESS_PORT: port, GLEANER_EGRESS_URL: url } = config
  if (addresses.length === 0) return null
  const hasProxy = !isFenced || host !== undefined || url !== undefined
  // A URL that names this process from outside is of no use to a listener on loopback.
  const listener = { host: host ?? (url === undefined ? '127.0.0.1' : '0.0.0.0'), port, url: url ?? null }
  return { addresses, isFenced, listener: hasProxy ? listener : null }
}
