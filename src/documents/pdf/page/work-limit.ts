/** Limits what pdf.js does in one step: forms that draw each other, or states that are saved in each other, would take it forever. */

interface WorkLimit {
  /** Of the processor. */
  ms?: number
  /** Hundreds of operators, forms, and changes of the font. */
  parts?: number
}

/** Real pages take up to one second, and some thousand parts. */
const maxMs = 5000
const maxParts = 300_000

let open = 0
let msAtEnd = 0
let partsLeft = 0
let isUsedUp = false
const { now } = Date

/**
 * Runs `read`. pdf.js asks the clock as it begins the content of a page or a form, sets a font, and after a hundred operators: beyond a limit the
 * clock throws, and what pdf.js has read so far is all that it reads; null where that is nothing. Of documents that are read at once
 * each has the limits of the last one that began.
 */
export async function withWorkLimit<Value>(
  read: () => Promise<Value>,
  { ms = maxMs, parts = maxParts }: WorkLimit = {},
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
  isUsedUp ||= --partsLeft < 0 || processorMs() > msAtEnd
  if (isUsedUp) throw new Error('This step is too long')
  return now()
}

/** Of this thread: on a busy machine a page takes longer, and no more of it. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
