import { describe, expect, it, onTestFinished } from 'vitest'
import { type Events, subscribe } from '../../../src/base/events.ts'
import { httpResponse, openFetcher, openRawServer } from '../loopback.ts'

const redirectTo = (location: string, status = 302) => httpResponse('moved', { status, headers: { location } })

describe('the event of a request', () => {
  it('is emitted for every hop and attempt, without paths', async () => {
    await using site = await openRawServer((socket, nth) =>
      socket.write(nth === 1 ? redirectTo('/secret') : httpResponse('four')),
    )
    await using broken = await openRawServer((socket) => socket.resetAndDestroy())
    await using fetcher = openFetcher()
    const events: Events['gleaner:fetch'][] = []
    const hosts = [site.url, broken.url].map((url) => new URL(url).host)
    onTestFinished(subscribe('gleaner:fetch', (event) => void (hosts.includes(event.host) && events.push(event))))
    await fetcher.get(site.url)
    await fetcher.get(broken.url).catch(() => {})
    expect(events.map(({ status, bytes, error }) => ({ status, bytes, error }))).toEqual([
      { status: 302, bytes: 0, error: null },
      { status: 200, bytes: 4, error: null },
      { status: null, bytes: 0, error: 'target_unreachable' },
      { status: null, bytes: 0, error: 'target_unreachable' },
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })
})
