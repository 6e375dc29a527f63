/** Seals data with the server's secrets: encrypts and authenticates it, so that it can be stored where others can read it. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { ServerSecrets } from '../access/keys.ts'
import { packValue, unpackValue } from '../pages/queue/packed-value.ts'

export type Sealer = ReturnType<typeof createSealer>

const algorithm = 'aes-256-gcm'
const saltBytes = 16
const tagBytes = 16

/** Bytes that sealing adds to a value. */
export const sealBytes = saltBytes + tagBytes

/**
 * Creates a sealer that seals with the first secret and opens with any of them. Each value has its own cipher key, derived from a random
 * salt, so that no nonce repeats under one key.
 * @example
 * const { seal, open } = createSealer(['present', 'previous'])
 * open(seal(Buffer.from('text'), 'job 1'), 'job 1')?.toString() // 'text'
 * open(seal(Buffer.from('text'), 'job 1'), 'job 2') // null
 */
export function createSealer(secrets: ServerSecrets) {
  function keyFor(secret: string, salt: Uint8Array) {
    const derived = Buffer.from(hkdfSync('sha256', secret, salt, 'gleaner sealed value', 44))
    return [derived.subarray(0, 32), derived.subarray(32)] as const
  }

  return {
    /** `place` identifies what the bytes are for, such as one job. Opening them with a different `place` fails. */
    seal(bytes: Uint8Array, place: string): Buffer {
      const salt = randomBytes(saltBytes)
      const cipher = createCipheriv(algorithm, ...keyFor(secrets[0], salt)).setAAD(Buffer.from(place))
      const body = [cipher.update(bytes), cipher.final()]
      return Buffer.concat([salt, cipher.getAuthTag(), ...body])
    },
    /** Returns null if the bytes were sealed with a different `place`, or with none of the secrets. */
    open(sealed: Uint8Array, place: string): Buffer | null {
      if (sealed.byteLength < sealBytes) return null
      const salt = sealed.subarray(0, saltBytes)
      const tag = sealed.subarray(saltBytes, sealBytes)
      for (const secret of secrets) {
        const decipher = createDecipheriv(algorithm, ...keyFor(secret, salt)).setAAD(Buffer.from(place))
        decipher.setAuthTag(tag)
        const body = decipher.update(sealed.subarray(sealBytes))
        try {
          return Buffer.concat([body, decipher.final()])
        } catch {
          // The bytes were sealed with another secret or for another place, or have changed since.
        }
      }
      return null
    },
  }
}

/** Pages and markdown shrink to a quarter of their size. Compression takes 3.5 ms of CPU time per MB, and decompression 1.6 ms. */
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

export type Packer = ReturnType<typeof createPacker>

/** Packs values into sealed and compressed bytes. `unpack` returns null in the cases in which `open` does. */
export function createPacker(secrets: ServerSecrets) {
  const { seal, open } = createSealer(secrets)
  return {
    pack: async (value: object, place: string) => seal(await compress(packValue(value)), place),
    async unpack<Value extends object>(packed: Uint8Array, place: string): Promise<Value | null> {
      const opened = open(packed, place)
      return opened && ((unpackValue(await decompress(opened))?.value ?? null) as Value | null)
    },
  }
}
