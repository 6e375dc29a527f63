/** A Chromium with a DevTools port, as a farm would start it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath } from '../open-renderer.ts'

export interface ChromiumProcess extends AsyncDisposable {
  port: number
  /** Path of its socket. */
  path: string
  /** Resolves when it has exited. */
  ended: Promise<unknown>
}

export async function startChromium(flags: readonly string[] = []): Promise<ChromiumProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-farm-'))
  chmodSync(folder, 0o777)
  const own = ['--no-sandbox', '--disable-gpu', `--user-data-dir=${folder}`, '--remote-debugging-port=0']
  const child = spawn(browserPath ?? '', ['--headless', '--no-first-run', ...flags, ...own, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const [, port, path] = await lineOf(child, /DevTools listening on ws:\/\/[^:]+:(\d+)(\/\S+)/)
  return {
    ...{ port: Number(port), path: path ?? '', ended },
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
        process.kill(-child.pid, 'SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    },
  }
}

/** Resolves with the match once the program has printed it. */
function lineOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1')
      const match = pattern.exec(text)
      if (match) resolve(match)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', () => reject(new Error(`It has ended: ${text}`)))
    child.once('error', reject)
  })
}
