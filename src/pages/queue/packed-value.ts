/** Encodes any value that structured cloning can copy as bytes to send between processes. */

import { DefaultDeserializer, serialize } from 'node:v8'

/** Format version of jobs and answers. Versions of Gleaner with the same format version can work together. */
const form = 2

export function packValue(value: unknown): Uint8Array {
  return serialize({ form, value })
}

/** Returns the value, with binary data in its own buffers, or null for another format. Only call it on content that was sealed. */
export function unpackValue<T>(bytes: Uint8Array): { value: T } | null {
  try {
    const reader = new OwnBuffers(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    reader.readHeader()
    const packed = reader.readValue()
    return packed?.form === form ? { value: packed.value } : null
  } catch {
    // The bytes were written by a newer version of V8.
    return null
  }
}

/** The default deserializer returns views of its input, which can't be transferred to a thread. */
class OwnBuffers extends DefaultDeserializer {
  // @ts-expect-error -- documented, but not among the types
  override _readHostObject(): unknown {
    // @ts-expect-error -- the same
    const view: Uint8Array | Float64Array = super._readHostObject()
    return view instanceof Uint8Array ? new Uint8Array(view) : view.slice()
  }
}
