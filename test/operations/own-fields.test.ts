/** Tests headers, cookies and locale in the whole service: their use, and that their values don't leak. */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Events, subscribe } from '../../src/base/events.ts'
import { startLog } from '../../src/interfaces/monitoring/log/log.ts'
import { openOrigin, type Site } from '../origin.ts'
import { jsonOf, openTestService, typesOf } from '../service.ts'

const canary = 'canary-9b2e'
const secrets = { headers: `{"X-Key":"${canary}"}`, cookies: `{"sid":"${canary}"}` }

const page: Site[string] = ({ headers }, response) => {
  const isMember = headers['x-key'] === canary && headers.cookie === `sid=${canary}`
  response
    .setHeader('content-type', 'text/html')
    .end(`<p>${isMember ? 'A member' : 'A stranger'} reads ${'on '.repeat(50)}`)
}

async function open(settings: Record<string, string> = {}, site: Site = { '/': page }) {
  const origin = await openOrigin(site)
  const service = await openTestService(settings)
  onTestFinished(async () => {
    await service.close()
    await origin.close()
  })
  return { origin, service, url: `${origin.url}/` }
}

describe('a response to a request with headers and cookies', () => {
  it('is not kept for its Idempotency-Key', async () => {
    const { service, url, origin } = await open()
    const init = { headers: { 'idempotency-key': 'once' } }
    const first = await jsonOf(service.get('/v1/scrape', { url, ...secrets }, init))
    expect(first.content).toContain('A member')
    const second = await service.get('/v1/scrape', { url, ...secrets }, init)
    expect([second.status, typesOf(await jsonOf(second))]).toEqual([409, ['idempotency_not_kept']])
    expect(origin.requests).toHaveLength(1)
  })

  it('is kept if both are empty', async () => {
    const { service, url } = await open()
    const init = { headers: { 'idempotency-key': 'twice' } }
    const ask = () => service.get('/v1/scrape', { url, headers: '{}', cookies: '{}' }, init)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
  })

  it('can be read on for free regardless of their order, but not with other values', async () => {
    const { service, url, origin } = await open()
    const first = { url, headers: `{"X-Key":"${canary}","X-B":"b"}`, cookies: secrets.cookies, max_chars: '40' }
    const { next_offset: offset } = await jsonOf(service.get('/v1/scrape', first))
    const on = { ...first, offset: String(offset) }
    const ask = async (headers: string) => (await jsonOf(service.get('/v1/scrape', { ...on, headers }))).credits_charged
    expect(await ask(`{"X-B":"b","X-Key":"${canary}"}`)).toBe(0)
    expect(await ask(`{"X-B":"c","X-Key":"${canary}"}`)).toBe(1)
    expect(origin.requests).toHaveLength(2)
  })
})

describe('the value of a header or a cookie', () => {
  it('appears in no log line, event, error, response or file', async () => {
    const texts: string[] = []
    onTestFinished(startLog('debug', { write: (line) => void texts.push(line) }))
    const events = ['operation', 'stage', 'http-start', 'http', 'fetch', 'render', 'limit', 'fault', 'storage'] as const
    for (const name of events) {
      const note = (event: Events[keyof Events]) => texts.push(JSON.stringify(event))
      onTestFinished(subscribe<keyof Events>(`gleaner:${name}`, note))
    }
    const { service, url } = await open({}, { '/': page, '/gone': (request) => void request.socket.destroy() })
    const asked: Record<string, string>[] = [
      { url },
      { url, output: 'pdf' },
      { url: `${url}gone` },
      { url: 'http://169.254.169.254/' },
      { url, render_js: 'maybe' },
      { url, css_selector: '.none' },
      { url, timeout_ms: '1' },
    ]
    const wrong: Record<string, string>[] = [
      { url, headers: `{"Host":"${canary}"}` },
      { url, headers: `{"a b":"${canary}","X":"${canary}\\n"}` },
      { url, headers: canary },
      { url, cookies: `["${canary}"]` },
      { url, header: secrets.headers },
    ]
    for (const input of [...asked.map((one) => ({ ...one, ...secrets })), ...wrong]) {
      const response = await service.get('/v1/scrape', input, {
        headers: { 'idempotency-key': `${canary.length}-${texts.length}` },
      })
      texts.push(JSON.stringify([...response.headers]), await response.text())
    }
    texts.push(await (await fetch(`${service.url}/metrics`)).text())
    expect(texts.length).toBeGreaterThan(50)
    expect(texts.filter((text) => text.includes(canary))).toEqual([])
    expect(filesWith(service.config.GLEANER_DATA_DIR, canary)).toEqual([])
    expect(filesWith(service.config.GLEANER_DATA_DIR, 'SQLite format 3')).not.toEqual([])
  })
})

/** Names of the files under the folder that contain the text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name)
    return statSync(path).isFile() && readFileSync(path).includes(text)
  })
}

describe('GLEANER_LOCALE', () => {
  const echo: Site[string] = ({ headers }, response) => {
    response.setHeader('content-type', 'text/html').end(`<p>${headers['accept-language']}`)
  }

  it.each([
    [{}, {}, 'en,*;q=0.5'],
    [{ GLEANER_LOCALE: 'de-ch' }, {}, 'de-CH,de;q=0.9,*;q=0.5'],
    [{ GLEANER_LOCALE: 'de' }, { locale: 'fr' }, 'fr,*;q=0.5'],
    [{ GLEANER_LOCALE: 'de' }, { headers: '{"accept-language":"it"}' }, 'it'],
  ])('with the settings %j and the inputs %j requests %s', async (settings, input, expected) => {
    const { service, url } = await open(settings, { '/': echo })
    const { content } = await jsonOf(service.get('/v1/scrape', { url, output: 'raw_html', ...input }))
    expect(content).toBe(`<p>${expected}`)
  })

  it('prevents startup if it is not a language tag, and does not affect google_ads', async () => {
    await expect(openTestService({ GLEANER_LOCALE: 'de_CH' })).rejects.toThrow('GLEANER_LOCALE: must be a BCP 47')
    const languages: (string | undefined)[] = []
    const site: Site = {
      '/search': ({ headers }, response) => {
        languages.push(headers['accept-language'])
        response.setHeader('content-type', 'text/html').end('<p>none')
      },
    }
    const origin = await openOrigin(site)
    onTestFinished(origin.close)
    const { service } = await open({ GLEANER_LOCALE: 'de', GLEANER_GOOGLE_URL: origin.url }, site)
    await service.get('/v1/google_ads', { query: 'shoes' })
    expect(languages).toEqual(['en,*;q=0.5'])
  })
})
