import { describe, expect, it } from 'vitest'
import { followTraffic } from '../../../src/render/tab/page-traffic.ts'
import { openScriptedSession } from '../scripted-session.ts'

const site = 'http://site.example'

function openTraffic() {
  const page = openScriptedSession()
  const traffic = followTraffic(page.session, 'main')
  let lastId = 0
  /** Emits a request by the page or another session, and returns its id. */
  const request = (path: string, { emit = page.emit, type = 'Fetch', frameId = 'main', ...rest }: Sent = {}) => {
    const requestId = `${++lastId}`
    const url = /^\w+:/.test(path) ? path : site + path
    const event = { requestId, type, frameId, loaderId: 'first', request: { method: 'GET', url, ...rest } }
    emit('Network.requestWillBeSent', event)
    return requestId
  }
  const finish = (requestId: string) => page.emit('Network.loadingFinished', { requestId })
  request('/', { type: 'Document' })
  finish('1')
  return { ...page, traffic, request, finish, pendingUrls: () => traffic.requests.pending().map(({ url }) => url) }
}

interface Sent {
  emit?: (name: string, event: object) => void
  type?: string
  frameId?: string
  method?: string
  postData?: string
}

describe('requests', () => {
  it('are pending until they finish or fail, and are counted', () => {
    const { traffic, request, finish, emit, pendingUrls } = openTraffic()
    const [one, two] = [request('/one'), request('/two', { type: 'Script' })]
    expect(pendingUrls()).toEqual([`${site}/one`, `${site}/two`])
    finish(one)
    emit('Network.loadingFailed', { requestId: two, errorText: 'net::ERR_FAILED' })
    expect([pendingUrls(), traffic.requests.started]).toEqual([[], 3])
  })

  it.each([
    ['a picture', '/dot.gif', { type: 'Image' }],
    ['a beacon', '/beacon', { type: 'Ping' }],
    ['a script from a service that counts visitors', 'https://www.google-analytics.com/x.js', { type: 'Script' }],
  ])('do not count if they do not affect the content: %s', (_, url, sent) => {
    const { traffic, request, pendingUrls } = openTraffic()
    request(url, sent)
    expect([pendingUrls(), traffic.requests.started]).toEqual([[], 1])
  })

  it('do not count in a cross-site frame or its nested frames until it shows a same-site document', () => {
    const { request, emit, pendingUrls } = openTraffic()
    emit('Page.frameAttached', { frameId: 'inner', parentFrameId: 'outer' })
    request('https://other.example/', { type: 'Document', frameId: 'outer' })
    request('/in-it', { frameId: 'outer' })
    request('/below-it', { frameId: 'inner' })
    expect(pendingUrls()).toEqual([])
    request('/own', { type: 'Document', frameId: 'outer' })
    request('about:blank', { type: 'Document', frameId: 'inner' })
    expect(pendingUrls()).toEqual([`${site}/own`, 'about:blank'])
  })

  it('end with their frame, its document, or their worker', () => {
    const { traffic, request, emit, pendingUrls } = openTraffic()
    const worker = openScriptedSession()
    const forget = traffic.followWorker(worker.session, '/worker.js')
    request('/of-a-frame', { frameId: 'frame' })
    request('/of-the-document')
    request('/of-a-worker', { emit: worker.emit, frameId: '' })
    emit('Page.frameDetached', { frameId: 'frame' })
    expect(pendingUrls()).toEqual([`${site}/of-the-document`, `${site}/of-a-worker`])
    emit('Page.frameNavigated', { frame: { id: 'main', loaderId: 'second', url: site } })
    expect(pendingUrls()).toEqual([`${site}/of-a-worker`])
    forget()
    expect(pendingUrls()).toEqual([])
  })

  it('are forgotten when the worker has started if they are for its script', () => {
    const { traffic, request, pendingUrls } = openTraffic()
    request('/worker.js', { type: 'Script' })
    traffic.requests.forgetUrl(`${site}/worker.js`)
    expect(pendingUrls()).toEqual([])
  })
})

describe('a poll', () => {
  it('is the same request made more than eight times', () => {
    const { traffic, request } = openTraffic()
    for (let n = 0; n < 8; n++) request(`/poll?_=${1_700_000_000_000 + n}`)
    expect(traffic.requests.polls).toBe(false)
    request('/poll?_=1700000000099')
    expect(traffic.requests.polls).toBe(true)
    request('/other')
    expect(traffic.requests.pendingOnce().map(({ url }) => url)).toEqual([`${site}/other`])
  })

  it('is not detected if each request is for another page of a list', () => {
    const { traffic, request } = openTraffic()
    for (let n = 0; n < 9; n++) request(`/list?page=${n}`)
    expect(traffic.requests.pendingOnce()).toHaveLength(9)
  })
})

describe('a feed', () => {
  it('is open from start to end, and silent until it delivers a message', () => {
    const { traffic, request, emit, finish } = openTraffic()
    expect([traffic.feeds.isOpen, traffic.feeds.silenceMs()]).toEqual([false, Number.POSITIVE_INFINITY])
    const stream = request('/events', { type: 'EventSource' })
    emit('Network.dataReceived', { requestId: stream, dataLength: 10 })
    expect([traffic.feeds.isOpen, traffic.feeds.hasMessage]).toEqual([true, false])
    expect(traffic.feeds.silenceMs()).toBeLessThan(Number.POSITIVE_INFINITY)
    emit('Network.eventSourceMessageReceived', { requestId: stream })
    expect(traffic.feeds.hasMessage).toBe(true)
    finish(stream)
    expect(traffic.feeds.isOpen).toBe(false)
  })

  it('is a WebSocket', () => {
    const { traffic, emit } = openTraffic()
    emit('Network.webSocketCreated', { requestId: 'socket' })
    emit('Network.webSocketFrameReceived', { requestId: 'socket' })
    expect([traffic.feeds.isOpen, traffic.feeds.hasMessage]).toEqual([true, true])
    emit('Network.webSocketClosed', { requestId: 'socket' })
    expect(traffic.feeds.isOpen).toBe(false)
  })

  it('is an event stream read by fetch, with its bytes as messages', () => {
    const { traffic, request, emit, pendingUrls } = openTraffic()
    const stream = request('/stream')
    emit('Network.responseReceived', { requestId: stream, response: { mimeType: 'text/event-stream' } })
    expect([pendingUrls(), traffic.feeds.isOpen, traffic.feeds.hasMessage]).toEqual([[], true, false])
    emit('Network.dataReceived', { requestId: stream, dataLength: 10 })
    expect(traffic.feeds.hasMessage).toBe(true)
  })

  it('is gone once its worker has stopped', () => {
    const { traffic } = openTraffic()
    const worker = openScriptedSession()
    const forget = traffic.followWorker(worker.session, '/worker.js')
    worker.emit('Network.webSocketCreated', { requestId: 'socket' })
    expect(traffic.feeds.isOpen).toBe(true)
    forget()
    expect(traffic.feeds.isOpen).toBe(false)
  })
})

describe('a page that makes endless requests', () => {
  const heap = () => {
    globalThis.gc?.()
    return process.memoryUsage().heapUsed
  }

  it('does not retain the text of its URLs, such as 120 scripts in data: URLs of 1 MB', () => {
    const { traffic, request, finish } = openTraffic()
    const before = heap()
    for (let n = 0; n < 120; n++) {
      const id = request(`data:text/javascript,//${`${n}`.padStart(1_000_000, 'x')}`, { type: 'Script' })
      if (n % 2) finish(id)
    }
    expect(traffic.requests.pending()).toHaveLength(60)
    expect(JSON.stringify(traffic.requests.pending()).length).toBeLessThan(100_000)
    // Keeping the text would take 120 MB.
    expect(heap() - before).toBeLessThan(60_000_000)
  })

  it('keeps a limited number of requests, feeds and frames', () => {
    const { traffic, request, emit } = openTraffic()
    for (let n = 0; n < 6000; n++) {
      request(`/${n}`)
      emit('Network.webSocketCreated', { requestId: `socket${n}` })
      emit('Page.frameAttached', { frameId: `frame${n}`, parentFrameId: `frame${n - 1}` })
    }
    expect(traffic.requests.pending()).toHaveLength(2000)
    expect(traffic.requests.started).toBe(6001)
    for (let n = 0; n < 6000; n++) emit('Network.webSocketClosed', { requestId: `socket${n}` })
    expect(traffic.feeds.isOpen).toBe(false)
  })
})
