/** Reads the URLs of `--input`, one per line, as they are needed. */

import { createLineReader } from '../../line-reader.ts'

/** Enough for a URL of 2,083 characters with some surrounding white space. */
const maxLineBytes = 16 * 1024

/**
 * Yields trimmed lines, without Windows line endings or a byte order mark. Skips blank lines. Yields null for a line that is
 * longer than any URL.
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
  // The last line may lack a line break.
  read(Buffer.from('\n'))
  yield* taken()
}
