/** Checks the settings: invalid and unknown ones, what they expose, and the services that they name. */

import { removedSettings } from '../../../config/removed-settings.ts'
import { nearestSetting } from '../../../config/unknown-settings.ts'
import { isLoopback } from '../../http/host-check.ts'
import { type Check, type CheckContext, concern, type Finding, failed, ok } from './check.ts'

export const settingsCheck: Check = {
  name: 'settings',
  async run({ problems, unknown }) {
    const faulty = Object.entries(problems).map(([name, problem]) =>
      failed(
        `${name} ${problem}`,
        name in removedSettings ? `unset ${name}` : `correct ${name}, or unset it for its default`,
      ),
    )
    const misspelt = unknown.map((name) => {
      const meant = nearestSetting(name)
      return concern(`${name} is not a setting`, meant === null ? `unset ${name}` : `did you mean ${meant}?`)
    })
    const found = [...faulty, ...misspelt]
    return found.length === 0 ? ok('all valid') : found
  },
}

/** A setting that gives strangers access, or lets pages reach hosts they shouldn't. */
interface Risk {
  finding: (context: CheckContext) => string | null
  remedy: string
}

const risks: readonly Risk[] = [
  {
    finding: ({ config: { GLEANER_ALLOW_ADDRESSES: ranges } }) =>
      ranges.length === 0 ? null : `GLEANER_ALLOW_ADDRESSES lets every caller read ${ranges.join(', ')}`,
    remedy: 'unset GLEANER_ALLOW_ADDRESSES, unless every caller may read these addresses',
  },
  {
    finding: ({ config: { GLEANER_ALLOWED_HOSTS: names } }) =>
      names.includes('*') ? 'GLEANER_ALLOWED_HOSTS=* accepts every host name, which allows DNS rebinding' : null,
    remedy: 'list the host names in GLEANER_ALLOWED_HOSTS',
  },
  {
    finding: ({ config: { GLEANER_TRUST_PROXY: trusts, GLEANER_HOST: host } }) =>
      trusts && !isLoopback(host) ? `GLEANER_TRUST_PROXY trusts every client that reaches ${host}` : null,
    remedy: 'let only the reverse proxy reach this port, or listen on loopback',
  },
  {
    finding: ({ config: { GLEANER_METRICS: access } }) =>
      access === 'public' ? 'GLEANER_METRICS=public shows /metrics to everyone who can reach the service' : null,
    remedy: 'unset GLEANER_METRICS, or let only the monitoring system reach /metrics',
  },
]

export const riskCheck: Check = {
  name: 'risks',
  async run(context) {
    const found = risks.flatMap(({ finding, remedy }): Finding[] => {
      const words = finding(context)
      return words === null ? [] : [concern(words, remedy)]
    })
    return found.length === 0 ? ok('no setting gives strangers access') : found
  },
}
