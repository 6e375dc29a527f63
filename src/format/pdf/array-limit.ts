/** How much memory may a decoder take at once? Buffers escape a thread's heap limit, so decompression needs a bound of its own. */

export const arrayLimitMessage = 'The array is larger than the reading of this document may make'

let open = 0
const { Uint8Array: Plain, DecompressionStream: Inflater } = globalThis

/**
 * Runs `read` while no `Uint8Array` larger than `maxBytes` can be made in this thread: making one throws RangeError.
 * For libraries that grow a buffer without asking. Measured: 290 kB of a PDF made pdf.js hold 750 MB; 16 MB would be 40 GB.
 */
export async function withArrayLimit<Value>(maxBytes: number, read: () => Promise<Value>): Promise<Value> {
  if (open++ === 0) {
    globalThis.Uint8Array = new Proxy(Plain, {
      construct(target, args, newTarget) {
        if (typeof args[0] === 'number' && args[0] > maxBytes) throw new RangeError(arrayLimitMessage)
        return Reflect.construct(target, args, newTarget)
      },
    })
    // Collects what it decodes in many small arrays; without it pdf.js grows one.
    Reflect.deleteProperty(globalThis, 'DecompressionStream')
  }
  try {
    return await read()
  } finally {
    if (--open === 0) Object.assign(globalThis, { Uint8Array: Plain, DecompressionStream: Inflater })
  }
}
