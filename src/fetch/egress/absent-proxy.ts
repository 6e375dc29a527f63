/** Stands in for the egress proxy where a browser farm keeps its pages in by itself: it listens nowhere, and its sessions know nothing. */

import type { EgressProxy } from './proxy.ts'
import type { EgressSession } from './session.ts'

export function createAbsentProxy(): EgressProxy {
  return { server: '', port: 0, openSession: () => ({ ...emptySession }), close: async () => {} }
}

const emptySession: EgressSession = {
  username: '',
  password: '',
  bytes: 0,
  refusals: [],
  reasonFor: () => null,
  close() {},
}
