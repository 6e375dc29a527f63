import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../src/access/keys.ts'
import { hideKeys, ServiceError } from '../../src/base/errors.ts'
import { emit } from '../../src/base/events.ts'
import { startLog } from '../../src/interfaces/monitoring/log/log.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { readFirstKey, startProgram } from '../program.ts'
import { openTestService } from '../service.ts'

let origin: Origin
let folder: string
beforeAll(async () => {
  origin = await openOrigin({ '/': { body: '<p>Hello</p>' } })
  folder = mkdtempSync(join(tmpdir(), 'gleaner-secrecy-'))
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

describe('a key', () => {
  it('appears in no log line, error, file or URL, wherever the client puts it', async () => {
    const settings = { GLEANER_DATA_DIR: folder, GLEANER_LOG_LEVEL: 'debug' }
    const service = startProgram(['serve', '--port', '0'], settings)
    const [printed, logged]: [string[], string[]] = [[], []]
    service.stdout?.on('data', (chunk) => printed.push(String(chunk)))
    service.stderr?.on('data', (chunk) => logged.push(String(chunk)))
    await expect.poll(() => printed.join('')).toContain('curl')
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed.join(''))?.[0] ?? ''
    const key = readFirstKey(folder)
    const secret = key.split('_')[2] ?? 'none'
    expect(secret).toHaveLength(38)

    const headers = { authorization: `Bearer ${key}` }
    const page = encodeURIComponent(`${origin.url}/`)
    const responses = [
      await fetch(`${url}/v1/scrape?url=${page}`, { headers }),
      await fetch(`${url}/v1/scrape?url=${page}`, { headers: { ...headers, 'idempotency-key': key } }),
      await fetch(`${url}/v1/scrape?url=${page}&${key}=1&output=${key}`, { headers }),
      await fetch(`${url}/v1/scrape?url=${key}&model=${key}&prompt=${key}`, { headers }),
      await fetch(`${url}/v1/account?key=${key}`),
      await fetch(`${url}/${key}`, { headers }),
      await fetch(`${url}/v1/scrape?url=${page}`, { headers: { authorization: `Bearer ${key}x` } }),
      await fetch(`${url}/v1/scrape?url=${page}`, { headers: { authorization: key } }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 422, 422, 401, 404, 401, 401])
    for (const response of responses) {
      expect(JSON.stringify([...response.headers])).not.toContain(secret)
      expect(await response.text()).not.toContain(secret)
    }
    service.kill('SIGTERM')
    await once(service, 'close')

    expect(logged.join('')).toContain('"path":"/v1/scrape"')
    expect(logged.join('')).not.toContain(secret)
    expect(printed.join('')).not.toContain(secret)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (file) => file.isFile() && file.name !== 'first-key',
    )
    expect(files.length).toBeGreaterThan(1)
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).includes(secret)).toBe(false)
    }
  })

  it('is hidden in errors and in the log', () => {
    const key = `glnr_${'a'.repeat(12)}_${'b'.repeat(38)}`
    expect(hideKeys(`x ${key} y ${key}`)).toBe('x glnr_aaaaaaaaaaaa_… y glnr_aaaaaaaaaaaa_…')
    expect(new ServiceError('not_found', `No route for /${key}`).message).not.toContain('bbb')
    const lines: string[] = []
    const destination = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const end = startLog('info', destination)
    emit('gleaner:fault', { requestId: 'id', error: new Error(`oh ${key}`) })
    end()
    expect(lines.join('')).toContain('oh glnr_aaaaaaaaaaaa_…')
    expect(lines.join('')).not.toContain('bbb')
  })
})

describe('an invalid key', () => {
  it('is refused with the same status, headers and body whether or not it exists', async () => {
    const service = await openTestService()
    const { access } = service
    const revoked = await access.issue('revoked')
    await access.keys.revoke(revoked.id, new Date().toISOString())
    const expired = await access.issue('expired', { expiresAt: '2020-01-01T00:00:00.000Z' })
    const unknown = createKey('unknown', 'any secret').key
    const responses = await Promise.all(
      [revoked.key, expired.key, unknown].map(async (key) => {
        const response = await fetch(`${service.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
        const { request_id, ...body } = (await response.json()) as { request_id: string }
        return JSON.stringify([response.status, [...response.headers.keys()].sort(), body])
      }),
    )
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toContain('unauthorized')
    await service.close()
  })
})
