import { describe, expect, it } from 'vitest'
import { createSealer, sealBytes } from '../../src/store/seal.ts'

const text = Buffer.from('the text of a private page')

describe('a sealed value', () => {
  it('opens with the same secret in the same place, and reveals nothing otherwise', () => {
    const sealed = createSealer(['secret']).seal(text, 'place')
    expect(sealed.byteLength).toBe(text.byteLength + sealBytes)
    expect(sealed.includes('private')).toBe(false)
    expect(createSealer(['secret']).open(sealed, 'place')).toEqual(text)
    expect(createSealer(['secret']).seal(text, 'place')).not.toEqual(sealed)
  })

  it('opens as long as its secret is accepted', () => {
    const sealed = createSealer(['before']).seal(text, 'place')
    expect(createSealer(['after', 'before']).open(sealed, 'place')).toEqual(text)
    expect(createSealer(['after']).open(sealed, 'place')).toBeNull()
  })

  it('does not open in another place, or if changed or truncated', () => {
    const sealer = createSealer(['secret'])
    const sealed = sealer.seal(text, 'place')
    expect(sealer.open(sealed, 'elsewhere')).toBeNull()
    for (const at of [0, 20, sealed.byteLength - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(sealer.open(changed, 'place'), String(at)).toBeNull()
    }
    for (const length of [0, 10, sealBytes, sealed.byteLength - 1])
      expect(sealer.open(sealed.subarray(0, length), 'place'), String(length)).toBeNull()
  })
})
