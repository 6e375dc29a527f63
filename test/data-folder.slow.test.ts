import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { lacks } from './needs.ts'
import { runProgram } from './program.ts'

const mounted: string[] = []
afterEach(() => {
  for (const folder of mounted.splice(0)) {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  }
})

/** A 1 MB tmpfs, or null if mounting is not permitted. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'gleaner-test', folder], { stdio: 'ignore' })
    mounted.push(folder)
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

/** Starts the service, which should exit on its own. */
const serve = (folder: string) => runProgram(['serve', '--port', '0'], { GLEANER_DATA_DIR: folder })

describe('a service with a data folder that', () => {
  it('is on a full disk does not start, reports why, and leaves nothing behind', async ({ skip }) => {
    const disk = mountDisk()
    if (disk === null) return skip(lacks('a small disk', false))
    const data = join(disk, 'data')
    try {
      writeFileSync(join(disk, 'filler'), new Uint8Array(2_000_000))
    } catch {
      // The disk is full.
    }
    const { code, stdout, stderr } = await serve(data)
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
    expect(stderr).toMatch(/^gleaner: storage_unavailable: .*ENOSPC.*\n$/)
    expect(readdirSync(data)).toEqual([])
  })

  it('is read-only does not start, and reports why', async ({ skip }) => {
    const disk = mountDisk()
    if (disk === null) return skip(lacks('a small disk', false))
    const settings = { GLEANER_DATA_DIR: join(disk, 'data') }
    expect((await runProgram(['keys', 'create', '--name', 'x'], settings)).code).toBe(0)
    execFileSync('mount', ['-o', 'remount,ro', disk])
    for (const folder of [settings.GLEANER_DATA_DIR, join(disk, 'new')]) {
      const { code, stdout, stderr } = await serve(folder)
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
      expect(stderr).toMatch(/^gleaner: storage_unavailable: .*EROFS.*\n$/)
    }
  })

  it('is a file does not start, and reports why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-file-'))
    writeFileSync(join(folder, 'file'), '')
    for (const path of [join(folder, 'file'), join(folder, 'file', 'data')]) {
      const { code, stderr } = await serve(path)
      expect(code).toBe(4)
      expect(stderr).toMatch(/^gleaner: storage_unavailable: .*ENOTDIR.*\n$/)
    }
    rmSync(folder, { recursive: true })
  })
})
