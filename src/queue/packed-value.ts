/** Values with binary data as bytes: JSON, and the data behind it as it is. */

interface Packing {
  value: unknown
  /** Where binary data stood in the value, and how long each is, in their order. */
  binary: { path: string[]; bytes: number }[]
}

const headBytes = 4
/** How deep in a value binary data is looked for: in objects, not in lists. */
const maxDepth = 4

/** The value as bytes. A field that is undefined is left out; an undefined entry of a list becomes null. */
export function packValue(value: unknown): Buffer {
  const parts: Uint8Array[] = []
  const packing: Packing = { value: null, binary: [] }
  packing.value = withoutBinary(value, [], packing, parts)
  const json = Buffer.from(JSON.stringify(packing))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32LE(json.byteLength)
  return Buffer.concat([head, json, ...parts])
}

/** The same value; its binary data own their buffers. Only for bytes that `packValue` made. */
export function unpackValue(bytes: Uint8Array): unknown {
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = headBytes + packed.readUInt32LE(0)
  const { value, binary }: Packing = JSON.parse(packed.toString('utf8', headBytes, at))
  const root: Record<string, unknown> = { value }
  for (const { path, bytes: length } of binary) {
    const data = new Uint8Array(length)
    data.set(bytes.subarray(at, at + length))
    at += length
    put(root, ['value', ...path], data)
  }
  return root.value
}

/** The value with null in place of binary data, which go to `parts`. */
function withoutBinary(value: unknown, path: string[], packing: Packing, parts: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) {
    packing.binary.push({ path, bytes: value.byteLength })
    parts.push(value)
    return null
  }
  if (typeof value !== 'object' || value === null || path.length >= maxDepth) return value
  if (Array.isArray(value) && path.length > 0) return value
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    withoutBinary(field, [...path, name], packing, parts),
  ])
  return Array.isArray(value) ? entries.map(([, field]) => field) : Object.fromEntries(entries)
}

function put(root: Record<string, unknown>, path: readonly string[], data: Uint8Array): void {
  let holder: Record<string, unknown> = root
  for (const name of path.slice(0, -1)) holder = holder[name] as Record<string, unknown>
  const last = path.at(-1)
  if (last !== undefined) holder[last] = data
}
