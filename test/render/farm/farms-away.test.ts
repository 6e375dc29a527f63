import { expect, it, onTestFinished } from 'vitest'
import { openOrigin } from '../../origin.ts'
import { jsonOf, openTestService } from '../../service.ts'

it('a service with no available farm reports it everywhere, charges nothing, and shows no token', async () => {
  const site = await openOrigin({ '/': { body: '<h1>Plain</h1><p>without scripts</p>' } })
  onTestFinished(() => site.close())
  const farms = 'ws://127.0.0.1:1/?token=secret-token,http://ann:secret-pass@127.0.0.1:2'
  const service = await openTestService({ GLEANER_BROWSER_WS: farms })
  onTestFinished(() => service.close())
  expect(await jsonOf(await fetch(`${service.url}/readyz`))).toEqual({ status: 'ready', warnings: [] })

  const answer = await service.get('/v1/scrape', { url: site.url, render_js: 'true' })
  const body = await answer.text()
  expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(JSON.parse(body)).toMatchObject({ detail: [{ type: 'browser_unavailable' }], credits_charged: 0 })

  const ready = await jsonOf(await fetch(`${service.url}/readyz`))
  const message = expect.stringContaining('provide no browser: 2')
  expect(ready).toEqual({ status: 'ready', warnings: [{ code: 'farms_away', message }] })
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  expect(metrics).toMatch(/^gleaner_browser_farms_away 2$/m)
  expect(metrics).toMatch(/^gleaner_browser_events_total\{event="away"\} 2$/m)
  expect(body + JSON.stringify(ready) + metrics).not.toContain('secret')

  const plain = await jsonOf(await service.get('/v1/scrape', { url: site.url }))
  expect(plain).toMatchObject({ rendered: false, credits_charged: 1 })
})
