import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { bin } from '../../program.ts'
import { testSettings } from '../../service.ts'
import { within } from '../../waits.ts'

/** Starts `gleaner serve --no-auth` as a process limited to 300 open files. */
async function startWith300Files() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-files-'))
  const command = `ulimit -n 300; exec "${process.execPath}" "${bin}" serve --port 0 --no-auth`
  const env = { PATH: process.env.PATH, ...testSettings, GLEANER_DATA_DIR: folder }
  const child = spawn('sh', ['-c', command], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0]
    if (url !== undefined) return { child, url, ended }
  }
  throw new Error('the service did not start')
}

describe('a service that may have 300 files open', () => {
  it('serves valid requests among 600 incomplete ones, and stops on SIGTERM while they are open', async () => {
    const origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
    const { child, url, ended } = await startWith300Files()
    const { port } = new URL(url)
    const hostile = new Set<Socket>()
    const attack = async () => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {})
      hostile.add(socket.once('close', () => hostile.delete(socket)))
      await Promise.race([once(socket, 'connect'), once(socket, 'close')])
      socket.write('GET /v1/scrape?url=http HTTP/1.1\r\nhost: loc')
    }
    const statuses: number[] = []
    for (let round = 0; round < 10; round++) {
      await Promise.all(Array.from({ length: 60 }, attack))
      const page = `${url}/v1/scrape?url=${origin.url}/`
      const honest = Array.from({ length: 10 }, () => fetch(page, { headers: { connection: 'close' } }))
      for (const response of await within('the honest responses', Promise.all(honest))) {
        statuses.push(response.status)
        await response.text()
      }
    }
    expect(statuses).toEqual(Array(100).fill(200))
    expect(hostile.size).toBeGreaterThan(50)
    child.kill('SIGTERM')
    expect(await within('the end of the service', ended)).toEqual([0, null])
    for (const socket of hostile) socket.destroy()
    await origin.close()
  })
})
