import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { jsonOf, openTestService, type TestService } from '../../service.ts'
import { documents } from '../document-kinds.ts'

let gleaner: TestService
let origin: Origin

const around = (main: string) =>
  `<!doctype html><title>Stoves</title><header><nav>${'<a href="/a">Stoves and kettles</a> '.repeat(20)}</nav></header>${main}<footer><p>Moor and Mill, 1911</p></footer>`
const lead = 'All of our stoves can be repaired.'
const pdf = documents.find(({ kind }) => kind === 'pdf')?.body ?? ''

beforeAll(async () => {
  origin = await openOrigin({
    '/root': { body: '<!doctype html><title>App</title><div id="root"></div><script src="/missing.js"></script>' },
    '/title': { body: around('<main><h1>Stoves</h1><div id="list"></div></main><script src="/missing.js"></script>') },
    '/told': {
      body: around(
        `<main><div id="app"></div><noscript><h1>Stoves</h1><p>${`${lead} `.repeat(20)}</p></noscript></main><script src="/missing.js"></script>`,
      ),
    },
    '/filled': {
      body: around(
        `<main><h1>Stoves</h1><div id="list"></div></main><script>fetch('/list').then((r) => r.text()).then((t) => { list.innerHTML = t })</script>`,
      ),
    },
    '/small': {
      body: '<!doctype html><div id="root"></div><script>root.innerHTML = "<h1>Shoes</h1><p>12 euros</p>"</script><script src="/missing.js"></script>',
    },
    '/list': { body: `<p>${lead}</p>` },
    '/submits': {
      body: '<!doctype html><body onload="document.forms[0].submit()"><p>Signing you in</p><form method="post" action="/list"><input type="hidden" name="a" value="1"></form>',
    },
    '/frameset': {
      body: '<title>Stoves</title><frameset cols="20%,*"><frame src="/root-menu"><frame src="/list-page"></frameset>',
    },
    '/root-menu': { body: '<p><a href="/fees">Fees</a></p>' },
    '/list-page': { body: `<h1>Stoves</h1><p>${`${lead} `.repeat(10)}</p>` },
    '/report': { body: pdf },
    '/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
  })
  gleaner = await openTestService()
})
afterAll(async () => {
  await gleaner.close()
  await origin.close()
})

const scrape = (path: string, parameters: Record<string, string>) =>
  jsonOf(gleaner.get('/v1/scrape', { url: origin.url + path, ...parameters }))
const always = { render_js: 'true' }
const ifNeeded = { render_if_needed: 'true' }

describe.skipIf(lacksBrowser)('rendering', { timeout: 120_000 }, () => {
  it.each([
    ['/root', always],
    ['/root', ifNeeded],
    ['/title', always],
    ['/title', ifNeeded],
  ])('is reported with the failed script if %s stays empty: %o', async (path, how) => {
    const message = `The rendered page is still an empty shell; a script could not be loaded: ${origin.url}/missing.js`
    const body = await scrape(path, how)
    expect(body).toMatchObject({ rendered: true, credits_charged: 5 })
    expect(body.warnings).toContainEqual({ code: 'render_empty', message })
  })

  it.each([
    ['/root', always],
    ['/told', ifNeeded],
  ])('leaves a quote unknown that %s lacks: %o', async (path, how) => {
    const body = await scrape(path, { ...how, quotes: '["All of our kettles can be repaired"]' })
    expect(body).toMatchObject({ quotes: [{ match: 'unknown' }] })
  })

  it('costs 1 credit and returns the plain page if it removes text', async () => {
    const body = await scrape('/told', ifNeeded)
    expect(body).toMatchObject({ rendered: false, credits_charged: 1 })
    expect(body.content).toContain(lead)
    expect(body.warnings).toMatchObject([{ code: 'render_empty' }])
  })

  it('costs as much as a fetch if it removes text from a kept page', async () => {
    const kept = { ...ifNeeded, max_age_s: '3600' }
    for (let times = 0; times < 2; times++)
      expect(await scrape('/told?kept', kept)).toMatchObject({ rendered: false, credits_charged: 1 })
  })

  it('fills in a shell that has a header, a heading and a footer', async () => {
    const body = await scrape('/filled', ifNeeded)
    expect(body).toMatchObject({ rendered: true, credits_charged: 5 })
    expect(body.content).toContain(lead)
    expect(body.warnings).not.toContainEqual(expect.objectContaining({ code: 'render_empty' }))
  })

  it('follows a form that submits itself', async () => {
    expect(await scrape('/submits', ifNeeded)).toMatchObject({ content: lead, final_url: `${origin.url}/list` })
  })

  it('is not reported for a small page with a failed script', async () => {
    expect(await scrape('/small', always)).toMatchObject({ content: '# Shoes\n\n12 euros', warnings: [] })
  })

  it('reads the frames of a frameset', async () => {
    const body = await scrape('/frameset', { ...always, main_content: 'false' })
    expect(body).toMatchObject({ rendered: true, title: 'Stoves', warnings: [] })
    expect(body.content).toContain(lead)
    expect(body.content).toContain(`(${origin.url}/fees)`)
  })

  it.each(['/report', '/report.pdf'])('leaves the document %s to its reader for 1 credit', async (path) => {
    const body = await scrape(path, always)
    expect(body).toMatchObject({ rendered: false, credits_charged: 1 })
    expect(body.content).toContain('The castle opens its gate at nine.')
  })
})
