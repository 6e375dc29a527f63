/** Limits the arrays that a decoder creates, because a thread's heap limit doesn't cover their memory. */

export const arrayLimitMessage = 'The array exceeds the limit for this document'

let open = 0
const { Uint8Array: Plain, DecompressionStream: Inflater } = globalThis

/**
 * Runs `read`. While it runs, creating a `Uint8Array` of more than `maxBytes` in this thread throws a RangeError. Needed for libraries that
 * grow buffers without limit: pdf.js held 750 MB for a 290 kB PDF. At that rate, a PDF of 16 MB would need 40 GB.
 */
export async function withArrayLimit<Value>(maxBytes: number, read: () => Promise<Value>): Promise<Value> {
  if (open++ === 0) {
    globalThis.Uint8Array = new Proxy(Plain, {
      construct(target, args, newTarget) {
        if (typeof args[0] === 'number' && args[0] > maxBytes) throw new RangeError(arrayLimitMessage)
        return Reflect.construct(target, args, newTarget)
      },
    })
    // If DecompressionStream exists, pdf.js collects many small arrays. Otherwise, it grows a single array, which the limit covers.
    Reflect.deleteProperty(globalThis, 'DecompressionStream')
  }
  try {
    return await read()
  } finally {
    if (--open === 0) Object.assign(globalThis, { Uint8Array: Plain, DecompressionStream: Inflater })
  }
}
