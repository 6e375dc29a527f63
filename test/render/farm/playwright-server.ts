/** A Playwright server: `playwright run-server`, with the browser of the tests where it looks for its own. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { browserPath } from '../open-renderer.ts'
import { lineOf } from './chromium-process.ts'

export interface PlaywrightServer extends AsyncDisposable {
  /** With options by which it starts the browser of the tests. */
  address: string
  port: number
  /** Ends it at once, with its browsers. */
  kill(): Promise<void>
}

const program = join(dirname(createRequire(import.meta.url).resolve('playwright/package.json')), 'cli.js')

/** `isUnsafe`: it takes flags from its clients. */
export async function startPlaywrightServer({ isUnsafe = true } = {}): Promise<PlaywrightServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-playwright-'))
  // `…/chromium-REVISION/chrome-linux64/chrome`, as this version of Playwright has it.
  const place = join(folder, ...chromium.executablePath().split('/').slice(-3))
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(browserPath ?? '', place)
  const args = ['run-server', '--port', '0', '--host', '127.0.0.1', ...(isUnsafe ? ['--unsafe'] : [])]
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder },
  })
  const ended = once(child, 'exit')
  const [, port] = await lineOf(child, /Listening on ws:\/\/[^:]+:(\d+)\//)
  const options = encodeURIComponent(JSON.stringify({ channel: 'chromium' }))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    ...{ address: `ws://127.0.0.1:${port}/?launch-options=${options}`, port: Number(port), kill },
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
