import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSecret } from '../../src/store/secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the server secret', () => {
  it('is made once, in a file that only this user can read', () => {
    const made = readSecret(folder, undefined)
    expect(made.length).toBeGreaterThanOrEqual(43)
    expect(readSecret(folder, undefined)).toBe(made)
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('is not read from a file that was emptied', () => {
    writeFileSync(join(folder, 'secret'), '\n')
    expect(() => readSecret(folder, undefined)).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
  })

  it('is the configured one, if there is one', () => {
    expect(readSecret(join(folder, 'not made'), 'configured secret')).toBe('configured secret')
  })
})
