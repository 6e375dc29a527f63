/** Values as bytes, as one process sends them to another: what structured cloning can copy. */

import { DefaultDeserializer, serialize } from 'node:v8'

/** Of what jobs and answers are. Processes of different versions of Gleaner understand each other where it is the same. */
const form = 1

export function packValue(value: unknown): Uint8Array {
  return serialize({ form, value })
}

/** The same value; its binary data own their buffers. Null for bytes of another form. Only for what was sealed: nobody else made it. */
export function unpackValue(bytes: Uint8Array): { value: unknown } | null {
  try {
    const reader = new OwnBuffers(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    reader.readHeader()
    const packed = reader.readValue()
    return packed?.form === form ? { value: packed.value } : null
  } catch {
    // Written by a newer version of V8.
    return null
  }
}

/** By itself a reader gives views of the bytes that it reads, which can't be moved to a thread. */
class OwnBuffers extends DefaultDeserializer {
  // @ts-expect-error -- documented, but not among the types
  override _readHostObject(): unknown {
    // @ts-expect-error -- the same
    const view: Uint8Array | Float64Array = super._readHostObject()
    return view instanceof Uint8Array ? new Uint8Array(view) : view.slice()
  }
}
