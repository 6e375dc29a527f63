/** Bytes → lines of text, with a limit on their length. */

const newline = 0x0a

/** Takes chunks; gives each line that is not blank, or null for one of more than `maxBytes`, once and whole. */
export function createLineReader(maxBytes: number, onLine: (line: string | null) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0

  function add(part: Buffer): void {
    length += part.length
    // Beyond the limit only the length is kept.
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
