import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRawServer, type RawServer } from '../../fetch/loopback.ts'
import { runProgram, startProgram } from '../../program.ts'
import { jsonOf, typesOf } from '../../service.ts'
import { until, within } from '../../waits.ts'

const mib = 1024 * 1024
/** The attacks request 600 MiB or more but may use only 64 MiB. The process itself needs 200 MiB, or more on a busy machine. */
const settings = {
  ...{ GLEANER_PORT: '0', GLEANER_KEY_CONCURRENCY: '1000' },
  ...{ GLEANER_MEMORY_MB: '656', GLEANER_READERS: '1', GLEANER_MAX_BODY_BYTES: String(4 * mib) },
}
const maxResidentMib = 460

let folder: string
let program: ChildProcess
let url: string
let keys: { attacker: string; honest: string }
let origin: RawServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-memory-'))
  const own = { ...settings, GLEANER_DATA_DIR: folder }
  const newKey = async (name: string) => {
    const { stdout } = await runProgram(['keys', 'create', '--name', name, '--json'], own)
    return String(JSON.parse(stdout).key)
  }
  keys = { attacker: await newKey('attacker'), honest: await newKey('honest') }
  program = startProgram(['serve'], own)
  let text = ''
  program.stdout?.on('data', (chunk) => {
    text += chunk
  })
  await until('the service to start', () => /listens on (\S+)/.test(text))
  url = /listens on (\S+)/.exec(text)?.[1] ?? ''

  const control = Buffer.alloc(2 * mib, '\u001b')
  const almost = Buffer.alloc(4 * mib - 1, 97)
  const pages: Record<string, [string, Buffer]> = {
    '/small': ['2', Buffer.from('ok')],
    '/control': [String(control.length), control],
    '/stalling': [String(4 * mib), almost],
  }
  origin = await openRawServer((socket, nth) => {
    const path = /^GET (\S+)/.exec(origin.requests[nth - 1] ?? '')?.[1] ?? ''
    const [length, body] = pages[path] ?? ['0', Buffer.alloc(0)]
    socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`)
    socket.write(body)
  }, 'any')
})
afterAll(async () => {
  program.kill('SIGKILL')
  await origin[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/** Peak memory of the process so far. */
function peakResidentMib(): number {
  const status = readFileSync(`/proc/${program.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

const pathOf = (page: string, parameters: Record<string, string> = {}) =>
  `/v1/scrape?${new URLSearchParams({ url: page, output: 'raw_html', timeout_ms: '60000', ...parameters })}`

const scrape = (key: string, page: string, parameters: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(url + pathOf(page, parameters), {
    headers: { authorization: `Bearer ${key}` },
    ...(signal && { signal }),
  })

const pageOf = (path: string, host = '127.0.0.1') => `http://${host}:${origin.port}${path}`

describe.skipIf(process.platform !== 'linux')('the memory of a service', () => {
  it('is bounded while 40 clients request a stored result and never read their responses', async () => {
    const first = await jsonOf(scrape(keys.attacker, pageOf('/control'), { max_chars: '1' }))
    expect(first).toMatchObject({ credits_charged: 1, total_chars: 2 * mib })
    const unread: Socket[] = []
    const heads: string[] = []
    const { hostname, port } = new URL(url)
    for (let n = 0; n < 40; n++) {
      const socket = connect(Number(port), hostname)
      socket.once('data', (chunk) => {
        heads.push(chunk.toString('latin1', 0, 12))
        socket.pause()
      })
      socket.on('error', () => {})
      const path = pathOf(pageOf('/control'), { offset: '1' })
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${keys.attacker}\r\n\r\n`)
      unread.push(socket)
    }
    await until('40 responses to begin', () => heads.length === 40)
    const honest = await scrape(keys.honest, pageOf('/small'))
    expect(honest.status).toBe(200)
    expect(heads.filter((head) => head === 'HTTP/1.1 503').length).toBeGreaterThan(20)
    expect(peakResidentMib()).toBeLessThan(maxResidentMib)
    for (const socket of unread) socket.destroy()
  })

  it('is bounded while 160 bodies stall just before their end', async () => {
    const left = new AbortController()
    const refused: Promise<[number, string | null, string[], unknown]>[] = []
    let refusals = 0
    for (let n = 0; n < 160; n++) {
      const asking = scrape(keys.attacker, pageOf('/stalling', `127.0.0.${2 + (n % 27)}`), {}, left.signal)
      const outcome = asking.then(async (response) => {
        const body = await jsonOf(response)
        refusals++
        return [response.status, response.headers.get('retry-after'), typesOf(body), body.credits_charged] as const
      })
      refused.push(outcome.catch(() => null) as never)
    }
    await until('all requests but those that hold bytes to be refused', () => refusals >= 100)
    const honest = await within('an honest request', scrape(keys.honest, pageOf('/small')))
    expect(honest.status).toBe(200)
    expect(peakResidentMib()).toBeLessThan(maxResidentMib)
    left.abort()
    const answers = (await Promise.all(refused)).filter((one) => one !== null)
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[503,"2",["overloaded"],0]']))
    expect((await scrape(keys.attacker, pageOf('/small'))).status).toBe(200)
  })
})
