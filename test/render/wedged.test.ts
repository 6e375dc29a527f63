import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import type { EgressProxy } from '../../src/fetch/egress/proxy.ts'
import type { RunningBrowser } from '../../src/render/browser/running-browser.ts'
import { openTab } from '../../src/render/tab/tab.ts'
import { openRenderer } from './open-renderer.ts'

/** An executable that stands in for a browser. */
function standIn(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-stand-in-'))
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
  ])('is told as such: it %s', async (_, script) => {
    await using rendering = openRenderer({ browserPath: standIn(script) })
    await expect(rendering.load('http://127.0.0.1:8080/')).rejects.toMatchObject({ type: 'browser_unavailable' })
  })

  it('is not the fault of the page: it hangs', async () => {
    // One that hangs for good is told after a quarter of a minute; here the time is up before that.
    await using rendering = openRenderer({ browserPath: standIn('exec sleep 2') })
    const late = new AbortController()
    const load = rendering.load('http://127.0.0.1:8080/', { signal: late.signal })
    setTimeout(() => late.abort(new ServiceError('target_timeout', 'late')), 300)
    await expect(load).rejects.toMatchObject({ type: 'overloaded' })
  })
})

describe('a browser that opens no page', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is ended after ten seconds', async () => {
    vi.useFakeTimers()
    let leave = () => {}
    const running = {
      targets: { open: () => new Promise(() => {}) },
      wasKilled: false,
      isGone: false,
      onGone(listener: () => void) {
        leave = listener
        return () => {}
      },
      kill() {
        Object.assign(running, { wasKilled: true, isGone: true })
        leave()
      },
    }
    const egress = { openSession: () => ({ close: () => {} }) } as unknown as EgressProxy
    const opening = openTab(running as unknown as RunningBrowser, egress)
    opening.catch(() => {})
    await vi.advanceTimersByTimeAsync(9000)
    expect(running.wasKilled).toBe(false)
    await vi.advanceTimersByTimeAsync(2000)
    await expect(opening).rejects.toMatchObject({ name: 'TabLost', lossCause: 'neighbour' })
  })
})
