import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { bin, startProgram } from '../../program.ts'
import { testSettings } from '../../service.ts'
import { within } from '../../waits.ts'

let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: `<p>${'An oak is a tree. '.repeat(20_000)}</p>` } })
})
afterAll(() => origin.close())

describe('the output of a command', () => {
  it.skipIf(!existsSync('/dev/full'))('that can not be written is exit code 4 and one line', async () => {
    const child = spawn(process.execPath, [bin, 'scrape', `${origin.url}/`], {
      env: { PATH: process.env.PATH, ...testSettings },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    const [[code], said] = await within(
      'the end of gleaner',
      Promise.all([once(child, 'close'), text(child.stderr as NodeJS.ReadableStream)]),
    )
    expect([code, said]).toEqual([4, expect.stringMatching(/^gleaner: can't write the output: ENOSPC[^\n]*\n$/)])
  })

  it('that its reader has closed is no error', async () => {
    const child = startProgram(['scrape', `${origin.url}/`])
    child.stdout?.destroy()
    const ended = Promise.all([once(child, 'close'), text(child.stderr as NodeJS.ReadableStream)])
    expect(await within('the end of gleaner', ended)).toEqual([[0, null], ''])
  })
})
