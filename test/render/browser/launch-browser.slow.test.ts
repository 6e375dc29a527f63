import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLauncher } from '../../../src/render/browser/launch-browser.ts'

/** An executable that isn't a browser. */
function openProgram(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-program-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'browser')
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

describe.skipIf(process.platform === 'win32')('a browser that does not start', () => {
  it.each([
    ['ends at once', 'exit 3'],
    ['prints something else and ends', 'head -c 4096 /dev/urandom; exit 0'],
  ])('fails with browser_unavailable: it %s', async (_, script) => {
    const options = { executablePath: openProgram(script), proxyServer: 'http://127.0.0.1:1', userAgent: 'test' }
    await expect(createLauncher({ ...options, maxBodyBytes: 1 })()).rejects.toMatchObject({
      type: 'browser_unavailable',
      message: expect.stringContaining(options.executablePath),
    })
  })
})
