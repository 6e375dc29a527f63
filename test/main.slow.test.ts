import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from './origin.ts'
import { bin, readFirstKey, runProgram, startProgram } from './program.ts'
import { testSettings } from './service.ts'
import { within } from './waits.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-main-'))
  origin = await openOrigin({
    '/': { body: '<title>T</title><p>Hello</p>' },
    '/never': () => {},
    '/long': { body: `<p>${'x'.repeat(2_000_000)}</p>` },
  })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

/** Starts `gleaner serve` and resolves with its first lines, up to the curl command. */
async function startService(settings: Record<string, string>, ...flags: string[]) {
  const child = startProgram(['serve', '--port', '0', ...flags], { GLEANER_DATA_DIR: folder, ...settings })
  const lines: string[] = []
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('curl')) break
  }
  return { child, lines, url: /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0] ?? '' }
}

describe('gleaner serve', () => {
  it('writes the first key to a file, prints a working curl command, and stops on SIGTERM', async () => {
    const first = await startService({})
    const file = join(folder, 'first-key')
    expect(first.lines[1]).toBe(`The first API key is in ${file}`)
    expect(first.lines.join('\n')).not.toContain('glnr_')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const key = readFirstKey(folder)
    const curl = (first.lines.at(-1) ?? '').replace('https://example.com/', `${origin.url}/`)
    const answer = await promisify(execFile)('sh', ['-c', curl])
    expect(JSON.parse(answer.stdout)).toMatchObject({ title: 'T' })
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'close')).toEqual([0, null])

    const second = await startService({})
    expect(second.lines.join('\n')).not.toMatch(/glnr_\w+/)
    const again = await fetch(`${second.url}/v1/scrape?url=${origin.url}/`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(again.status).toBe(200)
    second.child.kill('SIGINT')
    expect(await once(second.child, 'close')).toEqual([0, null])
  })

  it('has written the first key before it listens', async () => {
    const own = mkdtempSync(join(folder, 'own-'))
    const port = new URL(origin.url).port
    const { code, stderr } = await runProgram(['serve', '--port', port], { GLEANER_DATA_DIR: own })
    expect([code, stderr]).toEqual([2, expect.stringContaining(port)])
    expect(readFirstKey(own)).toMatch(/^glnr_/)
  })

  it('needs no key with --no-auth', async () => {
    const { child, url } = await startService({}, '--no-auth')
    expect((await fetch(`${url}/v1/scrape?url=${origin.url}/`)).status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')
  })
})

describe('gleaner scrape', () => {
  it('prints a long page completely, even to a slow reader', async () => {
    const child = startProgram(['scrape', `${origin.url}/long`, '--output', 'raw_html'])
    if (!child.stdout) throw new Error('no output')
    const ended = once(child, 'close')
    let length = 0
    // The pipe is now full, and accepts more only when it is read.
    await once(child.stdout, 'readable')
    for await (const chunk of child.stdout) {
      length += (chunk as Buffer).length
      await setImmediate()
    }
    expect(await ended).toEqual([0, null])
    expect(length).toBe(2_000_008)
  })

  it('exits without an error if its output is closed', async () => {
    const child = startProgram(['scrape', `${origin.url}/long`, '--output', 'raw_html'])
    let stderr = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk
    })
    child.stdout?.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(stderr).toBe('')
  })

  it.skipIf(!existsSync('/dev/full'))('exits with code 4 and one line if its output cannot be written', async () => {
    const child = spawn(process.execPath, [bin, 'scrape', `${origin.url}/long`], {
      env: { PATH: process.env.PATH, ...testSettings },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    const ended = Promise.all([once(child, 'close'), text(child.stderr as NodeJS.ReadableStream)])
    const [[code], said] = await within('the end of gleaner', ended)
    expect([code, said]).toEqual([4, expect.stringMatching(/^gleaner: can't write the output: ENOSPC[^\n]*\n$/)])
  })

  it('stops immediately on SIGINT', async () => {
    const child = startProgram(['scrape', `${origin.url}/never`])
    await origin.arrived('/never')
    child.kill('SIGINT')
    expect(await once(child, 'close')).toEqual([130, null])
  })
})
