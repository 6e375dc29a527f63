/** Checks for invalid, unknown and risky settings, and checks the services that the settings name. */

import type { Config } from '../../../config/config.ts'
import { removedSettings } from '../../../config/removed-settings.ts'
import { nearestSetting } from '../../../config/unknown-settings.ts'
import { isLoopback } from '../../http/host-check.ts'
import { type Check, concern, failed, ok } from './check.ts'

export const settingsCheck: Check = {
  name: 'settings',
  async run({ problems, unknown }) {
    const faulty = Object.entries(problems).map(([name, problem]) =>
      failed(
        `${name} ${problem}`,
        name in removedSettings ? `unset ${name}` : `correct ${name}, or unset it to use the default`,
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

function risksOf(config: Config): string[] {
  const { GLEANER_ALLOW_ADDRESSES: ranges, GLEANER_HOST: host } = config
  const risks = [
    ranges.length > 0 && `GLEANER_ALLOW_ADDRESSES lets every caller read ${ranges.join(', ')}`,
    config.GLEANER_ALLOWED_HOSTS.includes('*') && 'GLEANER_ALLOWED_HOSTS=* allows DNS rebinding',
    config.GLEANER_TRUST_PROXY && !isLoopback(host) && `GLEANER_TRUST_PROXY trusts every client that reaches ${host}`,
    config.GLEANER_METRICS === 'public' && 'GLEANER_METRICS=public shows /metrics to everyone who reaches the service',
  ]
  return risks.filter((risk) => risk !== false)
}

export const riskCheck: Check = {
  name: 'risks',
  async run({ config }) {
    const found = risksOf(config).map((risk) => concern(risk, 'change it, unless this is intended'))
    return found.length === 0 ? ok('no setting gives strangers access') : found
  },
}
