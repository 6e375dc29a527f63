/** Splits a stream of bytes into lines of text, with a limit on their length. */

const newline = 0x0a

/**
 * Returns a function that takes chunks. It calls `onLine` with each line that isn't blank, or with null for a line longer than
 * `maxBytes`.
 */
export function createLineReader(maxBytes: number, onLine: (line: string | null) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0

  function add(part: Buffer): void {
    length += part.length
    // Once a line exceeds the limit, only its length is counted.
    if (length <= maxBytes) parts.push(part)
    else parts = []
  }

  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, at))
      const line = length > maxBytes ? null : Buffer.concat(parts).toString()
      parts = []
      length = 0
      from = at + 1
      if (line === null || line.trim() !== '') onLine(line)
    }
    add(chunk.subarray(from))
  }
}
