import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createByteBudget } from '../../../src/base/share.ts'
import { type HttpService, startHttp } from '../../../src/interfaces/http/server.ts'
import { staticRoutes } from '../../../src/interfaces/http/static-files.ts'

const page = '<!doctype html><title>Try it</title><script src="/app/app.js"></script>'
const script = `console.log(${JSON.stringify('again and '.repeat(500))})`

let folder: string
let service: HttpService
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-static-'))
  const files = { 'index.html': page, 'app.js': script, 'mark.svg': '<svg/>', 'dot.png': 'png', 'notes.md': '# no' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  service = await startHttp({
    ...{ host: '127.0.0.1', port: 0, allowedHosts: [], trustProxy: false, admit: null },
    budget: createByteBudget(1_000_000),
    routes: staticRoutes({
      folder: pathToFileURL(`${folder}/`),
      at: '/app',
      policy: { 'script-src': "'self'", 'connect-src': "'self'" },
    }),
  })
})
afterAll(async () => {
  await service.stop(0)
  rmSync(folder, { recursive: true })
})

interface Received {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** Doesn't use fetch(), which decodes bodies and sets its own headers. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, headers }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
    sent.once('error', reject).end()
  })
}

describe('a folder of static files', () => {
  it('serves a page at its path, with and without a slash, and its files below it', async () => {
    for (const path of ['/app', '/app/']) {
      const { status, headers, body } = await get(path)
      expect([status, headers['content-type'], String(body)]).toEqual([200, 'text/html; charset=utf-8', page])
    }
    const { headers, body } = await get('/app/app.js')
    expect([headers['content-type'], String(body)]).toEqual(['text/javascript; charset=utf-8', script])
  })

  it('refuses files of another kind, paths outside the folder and other methods', async () => {
    for (const path of ['/app/notes.md', '/app/index.html', '/app/..%2fapp.js', '/app.js'])
      expect((await get(path)).status).toBe(404)
    const posted = await get('/app', {}, 'POST')
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('has no routes if it was not built', () => {
    expect(staticRoutes({ folder: pathToFileURL(`${folder}/none/`), at: '/', policy: {} })).toEqual([])
  })

  it('lets a page load only what it names, and never be framed', async () => {
    const { headers } = await get('/app')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('/app/mark.svg')).headers['content-security-policy']).toContain('sandbox')
  })

  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['br', '*', brotliDecompressSync],
    ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
    ['gzip', 'GZIP', gunzipSync],
    [undefined, 'br;q=0, *;q=0', (body: Buffer) => body],
    [undefined, 'deflate', (body: Buffer) => body],
  ] as const)('is sent as %s to a client that accepts %s', async (coding, accepted, decode) => {
    const { headers, body } = await get('/app/app.js', { 'accept-encoding': accepted })
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding'])
    expect(Number(headers['content-length'])).toBe(body.length)
    expect(String(decode(body))).toBe(script)
    if (coding) expect(body.length).toBeLessThan(200)
  })

  it('does not compress images again', async () => {
    const { headers, body } = await get('/app/dot.png', { 'accept-encoding': 'br' })
    expect([headers['content-encoding'], String(body)]).toEqual([undefined, 'png'])
  })

  it('responds the same to HEAD, without the body', async () => {
    const { headers: whole } = await get('/app/app.js', { 'accept-encoding': 'br' })
    const { status, headers, body } = await get('/app/app.js', { 'accept-encoding': 'br' }, 'HEAD')
    expect([status, body.length]).toEqual([200, 0])
    for (const name of ['etag', 'content-length', 'content-encoding', 'content-type'])
      expect(headers[name]).toBe(whole[name])
  })

  it('responds with 304 to a client that has the latest version in any encoding', async () => {
    const { headers } = await get('/app', { 'accept-encoding': 'br' })
    const etag = String(headers.etag)
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const { status, body } = await get('/app', { 'accept-encoding': 'br', 'if-none-match': known })
      expect([status, body.length]).toEqual([304, 0])
    }
    expect((await get('/app', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/app', { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('a link from another site', () => {
  const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

  it('opens the page', async () => {
    expect((await get('/app', link)).status).toBe(200)
    expect((await get('/app', { ...link, 'sec-fetch-site': 'same-site' })).status).toBe(200)
  })

  it.each([
    ['a file of the page', '/app/app.js', {}],
    ['a frame', '/app', { 'sec-fetch-dest': 'iframe' }],
    ['a script of that site', '/app', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }],
    ['a form of that site', '/app', { origin: 'https://evil.example' }],
    ['a path that is not a page', '/nothing', {}],
    ['a foreign name for this machine', '/app', { host: 'evil.example' }],
  ])('does not open %s', async (_, path, headers) => {
    expect((await get(path, { ...link, ...headers } as Record<string, string>)).status).toBe(403)
  })

  it('does not open the page with another method', async () => {
    for (const method of ['HEAD', 'POST']) expect((await get('/app', link, method)).status).toBe(403)
  })
})
