/** Counts what a page makes its browser report to this process, and says when that is too much. */

export interface MessageAccount {
  readonly isUsedUp: boolean
  /** Adds one message. False once the account is used up: the message is not to be read. */
  count(bytes: number): boolean
  /** Uses the account up, whatever was counted: for a message that is too long to be read. */
  useUp(): void
}

interface MessageAccountOptions {
  /** Bytes of all messages of one page, those of its workers included. */
  maxBytes: number
  /** Called once, when the account is used up: the page is to be ended. */
  onUsedUp(): void
  /** Called once, when the page goes on all the same: its browser does not obey. */
  onIgnored(): void
}

/** What each message costs beside its length: its parsing and what it sets off. */
const messageBytes = 1000

export function createMessageAccount({ maxBytes, onUsedUp, onIgnored }: MessageAccountOptions): MessageAccount {
  let bytes = 0
  let isUsedUp = false
  let isIgnored = false

  function useUp(): void {
    if (isUsedUp) return
    isUsedUp = true
    // From here on as much again may be on its way.
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
