/** Changes globals of this thread while pdf.js reads, because it has no options for its arrays, messages, warnings and rejections. */

const maxArrayBytes = 64 * 1024 * 1024
export const arrayLimitMessage = 'The array exceeds the limit for this document'

const { Uint8Array: Plain, DecompressionStream: Inflater, structuredClone: whole } = globalThis
const { warn } = console

let reads = 0
let failedFonts = 0
let cutTexts = 0

/**
 * Runs `read`, and returns the number of fonts that pdf.js couldn't load. If several documents are read at the same time, each gets the
 * failures of all. Meanwhile, creating a `Uint8Array` of more than `maxBytes` throws a RangeError, because a thread's heap limit doesn't
 * cover arrays: pdf.js held 750 MB for a 290 kB PDF. At that rate, a PDF of 16 MB would need 40 GB.
 */
export async function withPdfjsGlobals<Value>(
  read: () => Promise<Value>,
  maxBytes = maxArrayBytes,
): Promise<{ value: Value; failedFonts: number }> {
  if (reads++ === 0) change(maxBytes)
  const before = failedFonts
  try {
    const value = await read()
    return { value, failedFonts: failedFonts - before }
  } finally {
    if (--reads === 0) restore()
  }
}

/** Returns the number of times that pdf.js stopped reading the text of a page because of an error. */
export const countCutTexts = () => cutTexts

function change(maxBytes: number): void {
  globalThis.Uint8Array = new Proxy(Plain, {
    construct(target, args, newTarget) {
      if (typeof args[0] === 'number' && args[0] > maxBytes) throw new RangeError(arrayLimitMessage)
      return Reflect.construct(target, args, newTarget)
    },
  })
  // If DecompressionStream exists, pdf.js collects many small arrays. Otherwise, it grows a single array, which the limit covers.
  Reflect.deleteProperty(globalThis, 'DecompressionStream')
  globalThis.structuredClone = copyOf
  console.warn = note
  // They all come from pdf.js, because a thread reads only one document at a time.
  if (!process.listeners('unhandledRejection').includes(passOver)) process.on('unhandledRejection', passOver)
}

function restore(): void {
  Object.assign(globalThis, { Uint8Array: Plain, DecompressionStream: Inflater, structuredClone: whole })
  console.warn = warn
  // Rejections are reported only after all pending work has run.
  setImmediate(() => reads === 0 && process.off('unhandledRejection', passOver))
}

const passOver = () => {}

/** pdf.js reports failures only in console warnings. */
function note(...message: unknown[]): void {
  const text = String(message[0])
  if (/^Warning: (?:loadFont - \w+ failed|Font ".*" is not available\.$)/.test(text)) failedFonts++
  else if (text.startsWith('Warning: getTextContent - ignoring errors')) cutTexts++
  else if (!text.startsWith('Warning: ')) warn.apply(console, message)
}

/**
 * Copies only arrays and plain objects, and shares everything else. Copies of more than a million glyphs took 9 % of the time for a document
 * of 675 pages. pdf.js reuses the arrays that it has sent, but never changes glyphs.
 */
function copyOf<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf) as Value
  if (typeof value !== 'object' || value === null) return value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const name in value) copy[name] = copyOf(value[name])
  return copy as Value
}
