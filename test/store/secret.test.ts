import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeSecret, endOverlap, readSecrets } from '../../src/store/secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the server secret', () => {
  it('is created once, in a file that only this user can read', () => {
    const [made] = readSecrets(folder)
    expect(made.length).toBeGreaterThanOrEqual(43)
    expect(readSecrets(folder)).toEqual([made])
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  it('is not read from an emptied file', () => {
    writeFileSync(join(folder, 'secret'), '\n')
    expect(() => readSecrets(folder)).toThrowError(expect.objectContaining({ type: 'storage_unavailable' }))
  })

  it('is the configured one, if any', () => {
    expect(readSecrets(join(folder, 'not made'), ['configured secret'])).toEqual(['configured secret'])
    expect(readSecrets(folder, ['configured secret', 'the one before it'])).toEqual([
      ...['configured secret', 'the one before it'],
    ])
  })

  it('is changed with an overlap, one change at a time', () => {
    const [old] = readSecrets(folder)
    changeSecret(folder)
    const [next, ...accepted] = readSecrets(folder)
    expect(next).not.toBe(old)
    expect(accepted).toEqual([old])
    expect(() => changeSecret(folder)).toThrowError(expect.objectContaining({ type: 'value_error' }))
    expect(readSecrets(folder)).toEqual([next, old])
    expect([endOverlap(folder), endOverlap(folder)]).toEqual([true, false])
    expect(readSecrets(folder)).toEqual([next])
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0)
    expect(readdirSync(folder)).toEqual(['secret'])
  })
})
