import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLauncher } from '../../../src/render/browser/launch-browser.ts'
import { processTree } from '../../../src/render/browser/process-tree.ts'
import { noEvents } from '../../../src/render/browser/targets.ts'
import { browserPath, lacksBrowser } from '../open-renderer.ts'

const lacksLinux = process.platform !== 'linux'
const isRoot = process.getuid?.() === 0

const options = { proxyServer: 'http://127.0.0.1:1', userAgent: 'test', maxBodyBytes: 1_000_000 }

/** A file in /proc, or null for a process that has exited or can't be read. */
function readProc(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return null
  }
}

async function launchWithPage(executablePath = browserPath ?? '') {
  const running = await createLauncher({ ...options, executablePath })()
  onTestFinished(() => running.end())
  const { session } = await running.targets.open(noEvents)
  await session.send('Runtime.evaluate', { expression: '1' })
  return { running, pids: processTree(running.pid ?? 0).map(({ pid }) => pid) }
}

describe.skipIf(lacksBrowser || lacksLinux)('the processes of a browser', () => {
  it('have no key, secret or setting of the service in their environment', async () => {
    for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GLEANER_SECRET', 'GLEANER_DATABASE_URL', 'AWS_SECRET'])
      vi.stubEnv(name, 'secret-of-the-service')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { pids } = await launchWithPage()
    const environments = pids.map((pid) => readProc(pid, 'environ')).filter((text) => text !== null)
    expect(environments.length).toBeGreaterThan(isRoot ? 3 : 0)
    for (const text of environments) {
      expect(text).not.toContain('secret-of-the-service')
      expect(text).not.toMatch(/GLEANER_|_API_KEY|SECRET/)
    }
  })

  it('are in the sandbox, and belong to an unprivileged user named in the log', async () => {
    const { running, pids } = await launchWithPage()
    const states = pids.map((pid) => readProc(pid, 'status') ?? '').filter((text) => text !== '')
    const users = new Set(states.map((text) => /^Uid:\s+(\d+)/m.exec(text)?.[1]))
    const hasFilter = states.some((text) => /^Seccomp:\s+2/m.test(text))
    // Without user namespaces there's no sandbox, and the containment reports that.
    expect(hasFilter).toBe(!running.containment.startsWith('NOT'))
    expect([...users]).toEqual([
      String(isRoot && !running.containment.includes('as root') ? 65534 : process.getuid?.()),
    ])
  })

  it('share one folder that no other user may open, and leave none behind', async () => {
    const folders = () => readdirSync(tmpdir()).filter((name) => name.includes(`-${process.pid}-`))
    const before = new Set(folders())
    const { running } = await launchWithPage()
    const [own = ''] = folders().filter((name) => name.startsWith('gleaner-browser-') && !before.has(name))
    expect(statSync(join(tmpdir(), own)).mode & 0o777).toBe(0o700)
    await running.end()
    expect(folders()).not.toContain(own)
  })
})

describe.skipIf(lacksBrowser || lacksLinux || !isRoot)('as root, on a machine with restrictions', () => {
  /** A program that fails as the browser would on such a machine, and otherwise starts the browser. */
  function openWrapper(script: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-wrapper-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    chmodSync(folder, 0o755)
    const path = join(folder, 'browser')
    writeFileSync(path, `#!/bin/sh\n${script}\nexec ${browserPath} "$@"\n`)
    chmodSync(path, 0o755)
    return path
  }

  it.each([
    [
      'user namespaces',
      'case "$*" in *--no-sandbox*) ;; *) echo "No usable sandbox!" >&2; exit 1;; esac',
      'NOT sandboxed, running as user 65534',
    ],
    [
      'other users to run it',
      'if [ $(id -u) != 0 ]; then echo "Permission denied" >&2; exit 126; fi',
      'NOT sandboxed, running as root',
    ],
  ])('it runs anyway, and reports what is missing: %s', async (_, script, words) => {
    const { running } = await launchWithPage(openWrapper(script))
    expect(running.containment).toContain(words)
  })
})
