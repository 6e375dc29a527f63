/** Reads Protocol Buffers messages by field number. @see https://protobuf.dev/programming-guides/encoding/ */

export interface Message {
  has(field: number): boolean
  /** 0 if the field is missing. */
  number(field: number): bigint
  /** Empty if the field is missing. */
  bytes(field: number): Buffer
  messages(field: number): Message[]
}

export function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, (bigint | Buffer)[]>()
  let at = 0

  function readVarint(): bigint {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  function readSlice(length: number): Buffer {
    at += length
    return bytes.subarray(at - length, at)
  }

  const readers: Record<number, () => bigint | Buffer> = {
    0: readVarint,
    1: () => readSlice(8).readBigUInt64LE(),
    2: () => readSlice(Number(readVarint())),
    5: () => BigInt(readSlice(4).readUInt32LE()),
  }
  while (at < bytes.length) {
    const tag = Number(readVarint())
    const read = readers[tag & 7]
    if (!read) throw new Error(`No wire type: ${tag & 7}`)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), read()])
  }

  return {
    has: (field) => fields.has(field),
    number: (field) => BigInt((fields.get(field)?.at(-1) as bigint | undefined) ?? 0n),
    bytes: (field) => (fields.get(field)?.at(-1) as Buffer | undefined) ?? Buffer.alloc(0),
    messages: (field) => (fields.get(field) ?? []).map((value) => readMessage(value as Buffer)),
  }
}
