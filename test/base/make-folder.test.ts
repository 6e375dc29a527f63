import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '../../src/base/make-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a folder', () => {
  it('is created with its missing parents, with the given mode', () => {
    const path = join(folder, 'a/b/c')
    makeFolder(path, 0o700)
    for (const made of [path, join(folder, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  it('is left unchanged if it exists', () => {
    makeFolder(join(folder, 'a'))
    makeFolder(join(folder, 'a'))
  })

  it('causes an error if it cannot be created, even below /proc', () => {
    expect(() => makeFolder('/proc/nope/a')).toThrow()
  })
})
