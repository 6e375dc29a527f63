/** Tracks sources that deliver content at their own pace: WebSockets and event streams. */

import type { PageSession } from '../browser/devtools-connection.ts'

export interface PageFeeds {
  readonly isOpen: boolean
  /** True once a feed has delivered a message. */
  readonly hasMessage: boolean
  /** Milliseconds since a feed last opened or delivered something. Infinity if there has been no feed. */
  silenceMs(): number
  follow(session: PageSession): void
  /** Counts a response as a feed, because it is an event stream read by fetch. */
  add(requestId: string, session: PageSession): void
  forget(worker: PageSession): void
}

/** Maximum number of feeds to track. A page with more counts as unfinished anyway. */
const maxOpen = 500

export function createFeeds(): PageFeeds {
  const open = new Map<string, PageSession>()
  const readByFetch = new Set<string>()
  let changedAt: number | null = null
  let hasMessage = false

  function add(requestId: string, session: PageSession): void {
    if (open.size < maxOpen) open.set(requestId, session)
    changedAt = performance.now()
  }

  function receive(): void {
    changedAt = performance.now()
    hasMessage = true
  }

  return {
    get isOpen() {
      return open.size > 0
    },
    get hasMessage() {
      return hasMessage
    },
    silenceMs: () => (changedAt === null ? Number.POSITIVE_INFINITY : performance.now() - changedAt),
    follow(session) {
      const close = ({ requestId }: { requestId: string }) => {
        open.delete(requestId)
        readByFetch.delete(requestId)
      }
      session.on('Network.requestWillBeSent', ({ requestId, type }) => {
        if (type === 'EventSource') add(requestId, session)
      })
      // The bytes of an EventSource don't count: most streams start with a comment, which isn't a message.
      session.on('Network.eventSourceMessageReceived', receive)
      session.on('Network.dataReceived', ({ requestId }) => {
        if (readByFetch.has(requestId)) receive()
      })
      session.on('Network.loadingFinished', close)
      session.on('Network.loadingFailed', close)
      session.on('Network.webSocketCreated', ({ requestId }) => add(requestId, session))
      session.on('Network.webSocketFrameReceived', receive)
      session.on('Network.webSocketClosed', close)
    },
    add(requestId, session) {
      if (readByFetch.size < maxOpen) readByFetch.add(requestId)
      add(requestId, session)
    },
    forget(worker) {
      for (const [requestId, session] of open) if (session === worker) open.delete(requestId)
    },
  }
}
