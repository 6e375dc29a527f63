/** Counts the messages that a page makes its browser send to this process, and reports when they exceed the limit. */

export interface MessageAccount {
  readonly isUsedUp: boolean
  /** Adds one message. Returns false once the account is used up: the message must then be ignored. */
  count(bytes: number): boolean
  /** Uses up the account regardless of its count: for a message that is too long to read. */
  useUp(): void
}

interface MessageAccountOptions {
  /** Bytes of all messages of one page, including its workers. */
  maxBytes: number
  /** Called once, when the account is used up and the page must be closed. */
  onUsedUp(): void
  /** Called once if the page keeps sending anyway, because its browser doesn't obey. */
  onIgnored(): void
}

/** Cost of each message in addition to its length: parsing it, and handling it. */
const messageBytes = 1000

export function createMessageAccount({ maxBytes, onUsedUp, onIgnored }: MessageAccountOptions): MessageAccount {
  let bytes = 0
  let isUsedUp = false
  let isIgnored = false

  function useUp(): void {
    if (isUsedUp) return
    isUsedUp = true
    // The same amount again may already be on its way.
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
