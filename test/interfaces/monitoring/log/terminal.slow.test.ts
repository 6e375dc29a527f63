import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksScript, startOnTerminal } from '../../../base/terminal/pseudo-terminal.ts'
import { startProgram } from '../../../program.ts'
import { testSettings } from '../../../service.ts'
import { until, within } from '../../../waits.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-terminal-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const settings = () => ({ ...testSettings, GLEANER_LOG_LEVEL: 'info', GLEANER_DATA_DIR: join(folder, 'data') })

/** Returns the output from running `gleaner serve` in a terminal until it is interrupted. */
async function printedOnTerminal(more: Record<string, string>, flags = '--no-auth'): Promise<string> {
  const child = startOnTerminal(`serve --port 0 ${flags}`, { ...settings(), ...more })
  let printed = ''
  child.stdout?.on('data', (chunk) => (printed += chunk))
  await until('the service to start', () => printed.includes('Or in a browser: '))
  // Control-C, as a person types it.
  child.stdin?.write('\u0003')
  expect(await within('the end of the service', once(child, 'close'))).toEqual([0, null])
  return printed
}

/** The terminal echoes the typed ^C on the previous line. */
const stopped = /^\d\d:\d\d:\d\d info {2}lifecycle stopped\r?$/m

describe.skipIf(lacksScript)('the log of gleaner serve on a terminal', () => {
  it('is short colored lines, below the unchanged startup lines', async () => {
    const printed = await printedOnTerminal({})
    expect(printed).toMatch(/^Gleaner \S+ listens on http:\/\/127\.0\.0\.1:\d+ \(REST/m)
    expect(stripVTControlCharacters(printed)).toMatch(stopped)
    expect(printed).not.toMatch(stopped)
  })

  it('follows the first key, which is in no file, and a playground link with that key', async () => {
    const dataFolder = join(folder, 'first')
    const printed = await printedOnTerminal({ GLEANER_DATA_DIR: dataFolder }, '')
    const [, key = 'none'] = /^API key \(not shown again\): (glnr_\w+)\r?$/m.exec(printed) ?? []
    expect(printed).toMatch(new RegExp(`^Or in a browser: http://127\\.0\\.0\\.1:\\d+/#key=${key}\r?$`, 'm'))
    expect(existsSync(join(dataFolder, 'first-key'))).toBe(false)
  })

  it('has no colors with NO_COLOR', async () => {
    expect(await printedOnTerminal({ NO_COLOR: '1' })).toMatch(stopped)
  })

  it('is JSON if JSON is chosen', async () => {
    const printed = await printedOnTerminal({ GLEANER_LOG_FORMAT: 'json' })
    expect(printed).toMatch(/^\{"level":30,.*"event":"stopped","msg":"lifecycle"\}\r?$/m)
  })
})

describe('the log of gleaner serve in a pipe', () => {
  /** Each line of standard error. */
  async function linesInPipe(more: Record<string, string> = {}): Promise<string[]> {
    const child = startProgram(['serve', '--port', '0', '--no-auth'], { ...settings(), ...more })
    let printed = ''
    let log = ''
    child.stdout?.on('data', (chunk) => (printed += chunk))
    child.stderr?.on('data', (chunk) => (log += chunk))
    await until('the service to start', () => printed.includes('Try:'))
    child.kill('SIGTERM')
    await within('the end of the service', once(child, 'close'))
    return log.split('\n').filter((line) => line !== '')
  }

  it('has one JSON line per event', async () => {
    const events = (await linesInPipe()).map((line) => JSON.parse(line).event)
    expect(events).toEqual(['stopping', 'stopped'])
  })

  it('has human-readable lines if they are chosen', async () => {
    const lines = await linesInPipe({ GLEANER_LOG_FORMAT: 'pretty' })
    expect(lines[1]).toMatch(stopped)
  })
})
