/** Limits the work pdf.js does in one step, because forms that draw each other, or nested saved states, could take forever. */

/** Real pages take at most one second of processor time, and have at most a few thousand parts. */
const maxMs = 5000
const maxParts = 300_000

let open = 0
let msAtEnd = 0
let partsLeft = 0
let isUsedUp = false
const { now } = Date

/**
 * Runs `read` until it exceeds a limit. `ms`: processor time. `parts`: forms, font changes, and batches of a hundred operators. The value is
 * null if nothing was read. pdf.js checks the clock when it starts the content of a page or form, when it sets a font, and after every
 * hundred operators. Once a limit is exceeded, the clock throws, and pdf.js returns what it has read so far. Documents that are read at the
 * same time share the limits of the document that started last.
 */
export async function withWorkLimit<Value>(
  read: () => Promise<Value>,
  { ms = maxMs, parts = maxParts }: { ms?: number; parts?: number } = {},
): Promise<{ value: Value | null; isComplete: boolean }> {
  msAtEnd = processorMs() + ms
  partsLeft = parts
  isUsedUp = false
  if (open++ === 0) Date.now = limitedNow
  try {
    const value = await read()
    return { value, isComplete: !isUsedUp }
  } catch (error) {
    if (!isUsedUp) throw error
    return { value: null, isComplete: false }
  } finally {
    if (--open === 0) Date.now = now
  }
}

function limitedNow(): number {
  // Reading the processor time is slow.
  isUsedUp ||= --partsLeft < 0 || (partsLeft % 32 === 0 && processorMs() > msAtEnd)
  if (isUsedUp) throw new Error('This step takes too long')
  return now()
}

/** Returns the processor time of this thread. On a busy machine, a page takes longer but needs no more processor time. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
