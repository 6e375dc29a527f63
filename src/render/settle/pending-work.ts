/** Describes what a page was still doing at its time limit. */

import type { SettlingPage } from './settling-page.ts'

const maxNamed = 5
const maxUrlChars = 200

/** Returns at least one phrase for the message of the warning `render_incomplete`. */
export function describePendingWork({ tab, keepsOwnTime }: SettlingPage): string[] {
  const { requests, feeds } = tab.traffic
  const now = performance.now()
  const pending = requests.pending().map(({ url, type, startedAt }) => {
    const seconds = ((now - startedAt) / 1000).toFixed(1)
    return `${type.toLowerCase()} ${url.length > maxUrlChars ? `${url.slice(0, maxUrlChars)}…` : url} (${seconds} s)`
  })
  if (pending.length > maxNamed) return [...pending.slice(0, maxNamed), `${pending.length - maxNamed} more requests`]
  if (pending.length > 0) return pending
  if (feeds.isOpen) return [feeds.hasMessage ? 'a feed that never ends' : 'a feed that has not sent anything yet']
  if (requests.polls) return ['requests that repeat endlessly']
  if (keepsOwnTime) return ['a worker or a store that has not answered yet']
  return ['scripts that keep changing or blocking the document']
}
