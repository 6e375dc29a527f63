/** The owner's lists of domains: which sites pages may be loaded from, and which not. */

import { ServiceError } from '../../base/errors.ts'
import { bareName, hostOf } from './host-port.ts'

/** Throws address_refused for a URL whose host the lists exclude. */
export type SiteCheck = (url: URL) => void

export interface DomainLists {
  /** Where it names any, only these hosts and those below them are reached. */
  allowed: readonly string[]
  /** These hosts and those below them are not reached, whatever `allowed` names. */
  blocked: readonly string[]
}

/** Hosts are in lower case and in ASCII, IPv6 addresses without brackets. Null where both lists are empty. */
export function createSiteCheck(lists: DomainLists): SiteCheck | null {
  const allowed = new Set(lists.allowed)
  const blocked = new Set(lists.blocked)
  if (allowed.size + blocked.size === 0) return null
  return (url) => {
    const host = bareName(hostOf(url))
    const names = namesOf(host)
    if (names.some((name) => blocked.has(name))) throw refusal(`This server does not reach ${host}`)
    if (allowed.size > 0 && !names.some((name) => allowed.has(name))) {
      throw refusal(`This server reaches some domains only, and ${host} is none of them`)
    }
  }
}

/** The host and the domains that it is in: `www.example.com`, `example.com`, `com`. An address is in none. */
function namesOf(host: string): string[] {
  if (/^[\d.]+$|:/.test(host)) return [host]
  const names = [host]
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) names.push(host.slice(dot + 1))
  return names
}

function refusal(message: string): ServiceError {
  return new ServiceError('address_refused', message, { param: 'url' })
}
