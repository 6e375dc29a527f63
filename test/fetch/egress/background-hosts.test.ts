import { expect, it } from 'vitest'
import { isBackgroundHost } from '../../../src/fetch/egress/background-hosts.ts'

it.each(['update.googleapis.com', 'r3---sn-4g5e.gvt1.com', 'accounts.google.com.', 'dns.google'])(
  '%s is contacted by the browser for its own purposes',
  (host) => {
    expect(isBackgroundHost(host)).toBe(true)
  },
)

it.each(['google.com', 'www.google.com', 'notgvt1.com', 'googleapis.com', 'fonts.googleapis.com', ''])(
  '%s is a host of pages',
  (host) => {
    expect(isBackgroundHost(host)).toBe(false)
  },
)
