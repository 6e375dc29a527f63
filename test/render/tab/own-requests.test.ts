import { describe, expect, it } from 'vitest'
import { createOwnRequests, type PausedRequest } from '../../../src/render/tab/own-requests.ts'
import { openScriptedSession } from '../scripted-session.ts'

const there = 'https://shop.example'
const elsewhere = 'https://b.example/'
const own = { origin: there, headers: { 'X-Key': 'secret', Accept: 'text/x' }, cookies: { sid: 'secret', a: 'mine' } }

function openRequests(results: Record<string, unknown> = {}) {
  const { session, emit } = openScriptedSession(results)
  const requests = createOwnRequests(session, 'main', own)
  /** Returns the headers that a paused request gets, by name. Null if they are unchanged. */
  async function pause(
    url: string,
    given: Partial<PausedRequest> & { headers?: Record<string, string>; method?: string } = {},
  ) {
    const { headers = {}, method = 'GET', ...rest } = given
    const paused = {
      frameId: 'main',
      networkId: '1',
      resourceType: 'Fetch',
      ...rest,
      request: { url, method, headers },
    }
    const entries = await requests.headersFor(paused)
    return entries && Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  }
  const navigated = (id: string, url: string, loaderId = '1') =>
    emit('Page.frameNavigated', { frame: { id, url, loaderId } })
  return { emit, pause, navigated }
}

describe("the caller's own headers", () => {
  it('replace headers of the same name, and cookies follow those already set', async () => {
    const { pause } = openRequests()
    expect(await pause(`${there}/`, { headers: { accept: '*/*', 'User-Agent': 'x', cookie: 'a=set; b=1' } })).toEqual({
      ...{ 'X-Key': 'secret', Accept: 'text/x', 'User-Agent': 'x', Cookie: 'a=set; b=1; sid=secret' },
    })
  })

  it.each([
    'http://shop.example/',
    `${there}:8443/`,
    'https://www.shop.example/',
    'https://shop.example.b.example/',
    'blob:',
  ])('do not go to %s', async (url) => expect(await openRequests().pause(url)).toBeNull())

  it("are not sent with another origin's requests, according to their Origin", async () => {
    const { pause } = openRequests()
    for (const origin of ['null', 'https://b.example']) {
      expect(await pause(`${there}/`, { headers: { Origin: origin } })).toBeNull()
      expect(await pause(`${there}/`, { headers: { origin }, resourceType: 'Document', method: 'POST' })).toBeNull()
    }
    expect(await pause(`${there}/`, { headers: { Origin: there } })).not.toBeNull()
  })
})

describe('a page that leaves the origin', () => {
  it('loses them once the other document is requested, regardless of later events', async () => {
    const { pause, navigated } = openRequests()
    navigated('main', `${there}/`)
    expect(await pause(elsewhere, { resourceType: 'Document', networkId: '2' })).toBeNull()
    expect(await pause(`${there}/api`)).toBeNull()
    // A late event for the previous document.
    navigated('main', `${there}/`, '1')
    expect(await pause(`${there}/api`)).toBeNull()
    navigated('main', elsewhere, '2')
    expect(await pause(`${there}/api`)).toBeNull()
    expect(await pause(`${there}/`, { resourceType: 'Document', method: 'POST' })).toBeNull()
    expect(await pause(`${there}/`, { resourceType: 'Document', networkId: '3' })).not.toBeNull()
    expect(await pause(`${there}/api`)).toBeNull()
    navigated('main', `${there}/`, '3')
    expect(await pause(`${there}/api`)).not.toBeNull()
  })

  it('keeps them if the other document is a download, or redirects back', async () => {
    const { pause, navigated, emit } = openRequests()
    navigated('main', `${there}/`)
    await pause(elsewhere, { resourceType: 'Document', networkId: '2' })
    emit('Network.loadingFailed', { requestId: '2' })
    expect(await pause(`${there}/api`)).not.toBeNull()
    await pause(elsewhere, { resourceType: 'Document', networkId: '3' })
    await pause(`${there}/back`, { resourceType: 'Document', networkId: '3' })
    expect(await pause(`${there}/api`)).not.toBeNull()
  })
})

describe('a frame', () => {
  it('has them if it and all of its parent frames are from the origin', async () => {
    const { pause, navigated, emit } = openRequests()
    navigated('main', `${there}/`)
    for (const [frameId, parentFrameId] of [
      ['a', 'main'],
      ['b', 'main'],
      ['in-b', 'b'],
    ]) {
      emit('Page.frameAttached', { frameId, parentFrameId })
    }
    const document = (frameId: string, url: string) =>
      pause(url, { frameId, resourceType: 'Document', networkId: frameId })
    expect(await document('a', `${there}/a`)).not.toBeNull()
    navigated('a', `${there}/a`, 'a')
    expect(await pause(`${there}/api`, { frameId: 'a' })).not.toBeNull()
    expect(await document('b', elsewhere)).toBeNull()
    navigated('b', elsewhere, 'b')
    navigated('b', 'about:blank', 'b2')
    expect(await pause(`${there}/api`, { frameId: 'b' })).toBeNull()
    expect(await document('in-b', `${there}/framed`)).toBeNull()
    navigated('in-b', 'data:text/html,x', 'x')
    expect(await pause(`${there}/api`, { frameId: 'in-b' })).toBeNull()
    emit('Page.frameDetached', { frameId: 'a' })
    expect(await pause(`${there}/api`, { frameId: 'a' })).toBeNull()
  })

  it('is looked up if it is not known yet', async () => {
    const { pause, emit } = openRequests({
      'Page.getFrameTree': () => emit('Page.frameAttached', { frameId: 'new', parentFrameId: 'main' }),
    })
    expect(await pause(`${there}/api`, { frameId: 'new' })).not.toBeNull()
    expect(await pause(`${there}/api`, { frameId: 'of another page' })).toBeNull()
  })
})
