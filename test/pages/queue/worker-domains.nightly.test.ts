import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGoogle } from '../../operations/google-ads/google.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, typesOf } from '../../service.ts'
import { lacksRedis } from '../../services.ts'
import { openWorkers, type WorkerSetting } from './worker-program.ts'

describe.skipIf(lacksRedis || lacksBrowser)("domain lists that a worker has and its service doesn't", () => {
  let site: Origin
  let google: Awaited<ReturnType<typeof openGoogle>>
  let setting: WorkerSetting

  beforeAll(async () => {
    site = await openOrigin({
      '/': { body: '<p>page' },
      '/leave': (request, response) => {
        const { port } = new URL(`http://${request.headers.host}`)
        response.writeHead(302, { location: `http://localhost:${port}/` }).end()
      },
    })
    google = await openGoogle({ shoes: ['no-ads'] })
    const template = google.template.replace('127.0.0.1', 'localhost')
    const addresses = { GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8,::1/128' }
    setting = await openWorkers({ GLEANER_GOOGLE_URL: template, ...addresses })
    await setting.startWorker({ GLEANER_BLOCKED_DOMAINS: 'localhost' })
  })
  afterAll(async () => {
    await setting.close()
    await Promise.all([site.close(), google.close()])
  })

  const ask = (path: string, parameters: Record<string, string>) =>
    jsonOf(setting.service.get(path, { ...parameters, render_js: 'true' }))
  const elsewhere = () => site.url.replace('127.0.0.1', 'localhost')

  it.each(['/v1/scrape', '/v1/explain'])('apply to the jobs of %s, at every hop', async (path) => {
    site.requests.length = 0
    expect(await ask(path, { url: `${site.url}/` })).toMatchObject({ status_code: 200, credits_charged: 5 })
    expect(typesOf(await ask(path, { url: `${elsewhere()}/` }))).toEqual(['address_refused'])
    expect(typesOf(await ask(path, { url: `${site.url}/leave` }))).toEqual(['address_refused'])
    expect(site.requests).toEqual(['/', '/leave'])
  })

  it('do not apply to google_ads', async () => {
    expect(await ask('/v1/google_ads', { query: 'shoes' })).toMatchObject({ pages: [{ status: 'no_ads' }] })
    expect(google.requests.length).toBeGreaterThan(0)
  })
})
