import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { runProgram, startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'

const secret = 'NeverToBeSeenAnywhere'
/** The headers and cookies sent with each request. */
const received: IncomingHttpHeaders[] = []
let onRequest = () => {}
let origin: Origin
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-fields-'))
  origin = await openOrigin({
    '/': (request, response) => {
      received.push(request.headers)
      onRequest()
      response.end('fine')
    },
  })
  writeFileSync(join(folder, 'headers'), `Authorization: Bearer ${secret}\n`)
  writeFileSync(join(folder, 'cookies'), `session=${secret}\n`)
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

describe('headers and cookies on the command line', () => {
  it('reach the origin from files and flags, and do not appear in process lists', async () => {
    let processes = ''
    onRequest = () => {
      processes = execFileSync('ps', ['-eo', 'args']).toString()
    }
    const files = ['--headers-file', join(folder, 'headers'), '--cookies-file', join(folder, 'cookies')]
    const { code, stdout, stderr } = await runProgram([
      'scrape',
      `${origin.url}/`,
      ...files,
      '--header',
      'X-Mine: a b',
      '--cookie',
      'theme=dark',
    ])
    expect([code, stdout, stderr]).toEqual([0, 'fine\n', ''])
    const { cookie = '', ...headers } = received.pop() ?? {}
    expect(headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-mine': 'a b' })
    expect(cookie.split('; ').sort()).toEqual([`session=${secret}`, 'theme=dark'])
    expect(processes).toContain('--headers-file')
    expect(processes).not.toContain(secret)
    onRequest = () => {}
  })

  it('can also come from standard input, as JSON or as lines', async () => {
    for (const given of [`{"X-Mine": "${secret}"}`, `X-Mine: ${secret}\r\n`]) {
      const child = startProgram(['scrape', `${origin.url}/`, '--headers-file=-'])
      child.stdin?.end(given)
      const [said, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'close')])
      expect([code, said, received.pop()?.['x-mine']]).toEqual([0, '', secret])
    }
  })

  it.each([
    ['--header', secret],
    ['--cookie', secret],
    ['--headers', secret],
    ['--header', `Host: ${secret}`],
    ['--cookie', `a=${secret};b`],
    ['--haeder', `X-A: ${secret}`],
    ['--header', `X-A: ${secret}\nX-B: 1`],
  ])('are refused without quoting their value if they are invalid: %s', async (...flag) => {
    for (const json of [[], ['--json']]) {
      const { code, stdout, stderr } = await runMain(['scrape', `${origin.url}/`, ...flag, ...json])
      expect([code, stdout + stderr]).toEqual([2, expect.not.stringContaining(secret)])
    }
    expect(received).toEqual([])
  })
})
