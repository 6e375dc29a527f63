/** The owner's domain lists, which decide which sites may be loaded. */

import { ServiceError } from '../../base/errors.ts'
import { bareName, hostOf } from './host-port.ts'

/** Throws address_refused for a URL whose host the lists exclude. */
export type SiteCheck = (url: URL) => void

export interface DomainLists {
  /** If this isn't empty, only these hosts and their subdomains may be reached. */
  allowed: readonly string[]
  /** These hosts and their subdomains must not be reached, even if `allowed` names them. */
  blocked: readonly string[]
}

/** Hosts are in lower-case ASCII, and IPv6 addresses have no brackets. Returns null if both lists are empty. */
export function createSiteCheck(lists: DomainLists): SiteCheck | null {
  const allowed = new Set(lists.allowed)
  const blocked = new Set(lists.blocked)
  if (allowed.size + blocked.size === 0) return null
  return (url) => {
    const host = bareName(hostOf(url))
    const names = namesOf(host)
    if (names.some((name) => blocked.has(name))) throw refusal(`This server is not allowed to reach ${host}`)
    if (allowed.size > 0 && !names.some((name) => allowed.has(name))) {
      throw refusal(`This server may reach only certain domains, and ${host} is not one of them`)
    }
  }
}

/** Returns the host and its parent domains: `www.example.com`, `example.com`, `com`. An address has no parent domains. */
function namesOf(host: string): string[] {
  if (/^[\d.]+$|:/.test(host)) return [host]
  const names = [host]
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) names.push(host.slice(dot + 1))
  return names
}

function refusal(message: string): ServiceError {
  return new ServiceError('address_refused', message, { param: 'url' })
}
