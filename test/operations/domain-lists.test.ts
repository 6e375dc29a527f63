import { expect, it } from 'vitest'
import { openOrigin } from '../origin.ts'
import { jsonOf, openTestService, typesOf } from '../service.ts'
import { openGoogle } from './google-ads/google.ts'

it('GLEANER_BLOCKED_DOMAINS applies to the URL and each hop of scrape and explain, but not to google_ads', async () => {
  const site = await openOrigin({
    '/': { body: '<p>page' },
    '/leave': (request, response) => {
      const { port } = new URL(`http://${request.headers.host}`)
      response.writeHead(302, { location: `http://localhost:${port}/` }).end()
    },
  })
  const google = await openGoogle({ shoes: ['no-ads'] })
  const elsewhere = google.template.replace('127.0.0.1', 'localhost')
  const service = await openTestService({
    GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8,::1/128',
    GLEANER_BLOCKED_DOMAINS: 'localhost',
    GLEANER_GOOGLE_URL: elsewhere,
  })
  const there = site.url.replace('127.0.0.1', 'localhost')
  const ask = async (path: string, parameters: Record<string, string>) => jsonOf(service.get(path, parameters))

  for (const path of ['/v1/scrape', '/v1/explain']) {
    expect(await ask(path, { url: `${site.url}/` })).toMatchObject({ status_code: 200, credits_charged: 1 })
    const before = site.requests.length
    expect(typesOf(await ask(path, { url: `${there}/` })), path).toEqual(['address_refused'])
    expect(site.requests.length, path).toBe(before)
    expect(await ask(path, { url: `${site.url}/leave` })).toMatchObject({
      detail: [{ type: 'address_refused', msg: expect.stringMatching(/^A redirect to .*localhost/) }],
      credits_charged: 0,
    })
    expect(site.requests.slice(before), path).toEqual(['/leave'])
  }
  expect(await ask('/v1/google_ads', { query: 'shoes' })).toMatchObject({ credits_charged: 5 })
  expect(google.requests.length).toBeGreaterThan(0)
  await Promise.all([service.close(), site.close(), google.close()])
})

it('a robots.txt that redirects to a blocked domain is not followed', async () => {
  const site = await openOrigin({
    '/': { body: '<p>page' },
    '/robots.txt': (request, response) => {
      const { port } = new URL(`http://${request.headers.host}`)
      response.writeHead(302, { location: `http://localhost:${port}/elsewhere` }).end()
    },
  })
  const service = await openTestService({
    GLEANER_ALLOW_ADDRESSES: '127.0.0.0/8,::1/128',
    GLEANER_ALLOWED_DOMAINS: '127.0.0.1',
    GLEANER_ROBOTS: 'respect',
  })
  expect(typesOf(await jsonOf(service.get('/v1/scrape', { url: `${site.url}/` })))).toEqual(['address_refused'])
  expect(site.requests).toEqual(['/robots.txt'])
  await Promise.all([service.close(), site.close()])
})
