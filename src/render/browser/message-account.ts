/** Counts the messages that a page makes the browser send to this process, and reports when they exceed the limit. */

export interface MessageAccount {
  readonly isUsedUp: boolean
  /** Adds one message. Returns false if the account is used up, in which case the message must be ignored. */
  count(bytes: number): boolean
  /** Uses up the whole account, because of a message that is too long to read. */
  useUp(): void
}

interface MessageAccountOptions {
  /** Maximum total bytes of a page's messages, including those of its workers. */
  maxBytes: number
  /** Called once, when the account is used up and the page must be closed. */
  onUsedUp(): void
  /** Called once if the page keeps sending because its browser hasn't closed it. */
  onIgnored(): void
}

/** Cost of parsing and handling a message, in addition to its length. */
const messageBytes = 1000

export function createMessageAccount({ maxBytes, onUsedUp, onIgnored }: MessageAccountOptions): MessageAccount {
  let bytes = 0
  let isUsedUp = false
  let isIgnored = false

  function useUp(): void {
    if (isUsedUp) return
    isUsedUp = true
    // The same amount may already be in transit.
    bytes = Math.max(bytes, maxBytes)
    onUsedUp()
  }

  return {
    get isUsedUp() {
      return isUsedUp
    },
    count(more) {
      bytes += more + messageBytes
      if (bytes > maxBytes) useUp()
      if (bytes > 4 * maxBytes && !isIgnored) {
        isIgnored = true
        onIgnored()
      }
      return !isUsedUp
    },
    useUp,
  }
}
