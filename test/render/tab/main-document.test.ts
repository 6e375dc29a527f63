import { describe, expect, it } from 'vitest'
import { followMainDocument } from '../../../src/render/tab/page-traffic.ts'
import { openScriptedSession } from '../scripted-session.ts'

function openDocument() {
  const { session, emit } = openScriptedSession()
  const document = followMainDocument(session, 'main')
  const request = (requestId: string, url: string, more: object = {}) =>
    emit('Network.requestWillBeSent', { requestId, type: 'Document', frameId: 'main', request: { url }, ...more })
  const respond = (requestId: string, url: string, more: object = {}) =>
    emit('Network.responseReceived', {
      ...{ requestId, type: 'Document', loaderId: requestId },
      response: { url, status: 200, headers: { 'X-Two': 'a\nb' }, ...more },
    })
  const show = (loaderId: string, url: string) => emit('Page.frameNavigated', { frame: { id: 'main', loaderId, url } })
  return { document, emit, request, respond, show }
}

describe('the main document', () => {
  it('has its response once the headers arrive, with lowercase names and repeated fields joined', () => {
    const { document, request, respond, show } = openDocument()
    expect(document.response).toBeNull()
    request('1', 'http://a/')
    respond('1', 'http://a/')
    const response = { url: 'http://a/', status: 200, headers: { 'x-two': 'a, b' } }
    expect([document.response, document.count]).toEqual([response, 0])
    show('1', 'http://a/')
    expect([document.response, document.count]).toEqual([response, 1])
  })

  it('keeps the response of the current document while the next one arrives', () => {
    const { document, request, respond, show } = openDocument()
    request('1', 'http://a/')
    respond('1', 'http://a/')
    show('1', 'http://a/')
    request('2', 'http://b/')
    respond('2', 'http://b/', { status: 404 })
    expect([document.response?.url, document.url]).toEqual(['http://a/', 'http://b/'])
    show('2', 'http://b/')
    expect([document.response?.url, document.response?.status]).toEqual(['http://b/', 404])
  })

  it('is unchanged after a download, and so is its URL', () => {
    const { document, emit, request, respond, show } = openDocument()
    request('1', 'http://a/')
    respond('1', 'http://a/')
    show('1', 'http://a/')
    request('2', 'http://a/file.zip')
    respond('2', 'http://a/file.zip')
    emit('Network.loadingFailed', { requestId: '2', errorText: 'net::ERR_ABORTED', canceled: false })
    expect([document.response?.url, document.url, document.failure]).toEqual(['http://a/', 'http://a/', null])
  })

  it('counts bytes of the last request, and reports why it failed', () => {
    const { document, emit, request } = openDocument()
    request('1', 'http://a/')
    emit('Network.dataReceived', { requestId: '1', dataLength: 10 })
    request('1', 'http://b/', { redirectResponse: {} })
    emit('Network.dataReceived', { requestId: '1', dataLength: 3 })
    emit('Network.dataReceived', { requestId: 'picture', dataLength: 99 })
    emit('Network.loadingFailed', { requestId: '1', errorText: 'net::ERR_CONNECTION_RESET' })
    expect(document).toMatchObject({ receivedBytes: 3, failure: 'net::ERR_CONNECTION_RESET' })
    request('2', 'http://c/')
    expect(document).toMatchObject({ receivedBytes: 0, failure: null, url: 'http://c/' })
  })

  it('counts documents, and consecutive reloads', () => {
    const { document, show } = openDocument()
    const reloads = ['http://a/', 'http://a/', 'http://a/', 'http://b/', 'http://b/'].map((url) => {
      show(url, url)
      return document.reloads
    })
    expect([document.count, reloads]).toEqual([5, [0, 1, 2, 0, 1]])
  })
})
