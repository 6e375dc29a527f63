/** Splits a browser's DevTools output into messages, drops those that are longer than allowed, and counts those that a page causes. */

export interface MessageLimits {
  maxEventBytes: number
  maxResultBytes: number
}

export interface PipeMessage {
  /** Length of the message, even if it was dropped. */
  bytes: number
  /** Session of the page or worker that sent it, or empty for the browser itself. */
  sessionId: string
  /** ID of the command that it answers, or null for an event. */
  commandId: number | null
  /** Parses the message's JSON. Null if it was longer than allowed and was dropped on arrival. */
  read: (() => unknown) | null
}

const edgeBytes = 128

/** Accepts the pipe's chunks in order. Messages end with a NUL. Chromium writes the command ID first and the session ID last. */
export function createMessageReader(
  { maxEventBytes, maxResultBytes }: MessageLimits,
  receive: (message: PipeMessage) => void,
): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let bytes = 0
  let head = ''
  /** The end of a dropped message. */
  let tail: Buffer | null = null

  function add(part: Buffer): void {
    bytes += part.length
    if (head.length < edgeBytes) head += part.toString('latin1', 0, edgeBytes - head.length)
    if (tail) {
      tail = Buffer.from(Buffer.concat([tail, part.subarray(-edgeBytes)]).subarray(-edgeBytes))
      return
    }
    parts.push(part)
    // It may also be a result if too little has arrived to decide.
    const mayBeResult = head.startsWith(resultHead) || resultHead.startsWith(head)
    if (bytes <= (mayBeResult ? maxResultBytes : maxEventBytes)) return
    tail = Buffer.from(Buffer.concat(parts.slice(-2)).subarray(-edgeBytes))
    parts = []
  }

  function end(): void {
    const whole = tail ?? (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts))
    const ending = whole.toString('latin1', Math.max(0, whole.length - edgeBytes))
    const [, sessionId = ''] = /"sessionId":"([^"\\]+)"\}$/.exec(ending) ?? []
    const [, id] = /^\{"id":(\d+)[,}]/.exec(head) ?? []
    const message: PipeMessage = {
      ...{ bytes, sessionId, commandId: id === undefined ? null : Number(id) },
      read: tail ? null : () => JSON.parse(whole.toString('utf8')),
    }
    parts = []
    bytes = 0
    head = ''
    tail = null
    receive(message)
  }

  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(0); at !== -1; at = chunk.indexOf(0, from)) {
      add(chunk.subarray(from, at))
      end()
      from = at + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }
}

const resultHead = '{"id":'

const mib = 1024 * 1024
/** Enough for an event that repeats a 2 MB URL a few times. Chromium doesn't navigate to longer URLs. */
const maxEventBytes = 8 * mib
/** Chromium writes a non-ASCII character as six bytes. */
const bytesPerChar = 6

/**
 * Returns the limits that follow from the document limit. `maxPageBytes` limits the total size of a page's messages. It is enough to read the longest document
 * twice, with data: URLs.
 */
export function messageBounds(maxBodyBytes: number): MessageLimits & { maxPageBytes: number } {
  return {
    maxEventBytes,
    maxResultBytes: bytesPerChar * maxBodyBytes + 4 * mib,
    maxPageBytes: 2 * bytesPerChar * maxBodyBytes + 32 * mib,
  }
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

export type MessageAccount = ReturnType<typeof createMessageAccount>

/** Counts the messages that a page makes the browser send to this process, and reports when they exceed the limit. */
export function createMessageAccount({ maxBytes, onUsedUp, onIgnored }: MessageAccountOptions) {
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
    /** Adds one message. Returns false if the account is used up, in which case the message must be ignored. */
    count(more: number): boolean {
      bytes += more + messageBytes
      if (bytes > maxBytes) useUp()
      if (bytes > 4 * maxBytes && !isIgnored) {
        isIgnored = true
        onIgnored()
      }
      return !isUsedUp
    },
    /** Uses up the whole account, because of a message that is too long to read. */
    useUp,
  }
}
