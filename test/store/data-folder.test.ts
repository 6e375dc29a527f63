import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDataFolder } from '../../src/store/data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the data folder', () => {
  it('is created with its missing parents, for this user only', () => {
    const path = join(folder, 'a/b/c')
    makeDataFolder(path)
    for (const made of [path, join(folder, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  it('is left unchanged if it exists', () => {
    makeDataFolder(join(folder, 'a'))
    makeDataFolder(join(folder, 'a'))
  })

  it('causes an error if it cannot be created, even below /proc', () => {
    expect(() => makeDataFolder('/proc/nope/a')).toThrow()
  })
})
