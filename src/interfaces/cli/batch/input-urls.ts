/** The addresses of `--input`: one on each line, read as they are worked off. */

import { createLineReader } from '../../line-reader.ts'

/** An address of 2,083 characters takes at most this many bytes; the white space around it is allowed some more. */
const maxLineBytes = 16 * 1024

/**
 * Lines without the white space around them, line ends of Windows and a byte order mark among it; blank lines are skipped.
 * Null for a line that is longer than any address.
 */
export async function* addressesIn(input: AsyncIterable<Buffer>): AsyncGenerator<string | null> {
  let lines: (string | null)[] = []
  const read = createLineReader(maxLineBytes, (line) => lines.push(line))
  function taken(): (string | null)[] {
    const whole = lines
    lines = []
    return whole.map((line) => line?.trim() ?? null)
  }
  for await (const chunk of input) {
    read(chunk)
    yield* taken()
  }
  // The last line may have no end.
  read(Buffer.from('\n'))
  yield* taken()
}
