import { describe, expect, it } from 'vitest'
import { filterRequests } from '../../../src/render/tab/request-filter.ts'
import { openScriptedEgress } from '../scripted-browser.ts'
import { openScriptedSession } from '../scripted-session.ts'

const egress = openScriptedEgress().openSession()

function openFilter(isFree = () => false) {
  const { session, sent, emit } = openScriptedSession()
  const { forbid } = filterRequests(session, egress, (frameId) => frameId === 'main', isFree)
  /** The command that resolves a paused request. */
  const pause = (resourceType: string, url: string, frameId = 'main') => {
    emit('Fetch.requestPaused', { requestId: '1', frameId, resourceType, request: { url } })
    return sent.at(-1)?.method
  }
  return { sent, emit, forbid, pause }
}

describe('a paused request', () => {
  it('continues for a document, returns a dot for an image, and fails for fonts and media', () => {
    const { pause } = openFilter()
    expect(['Document', 'Image', 'Font', 'Media'].map((type) => pause(type, 'http://a.example/'))).toEqual([
      'Fetch.continueRequest',
      'Fetch.fulfillRequest',
      'Fetch.failRequest',
      'Fetch.failRequest',
    ])
  })

  it('returns an empty ad, service or player document in a frame, but continues as the page', () => {
    const { pause } = openFilter()
    const urls = ['https://ads.example/x', 'https://a.doubleclick.net/', 'https://www.youtube.com/embed/x']
    expect(urls.map((url) => pause('Document', url, 'frame'))).toEqual(urls.map(() => 'Fetch.fulfillRequest'))
    expect(urls.map((url) => pause('Document', url))).toEqual(urls.map(() => 'Fetch.continueRequest'))
    expect(pause('Document', 'https://other.example/table', 'frame')).toBe('Fetch.continueRequest')
  })

  it('returns an empty document in every frame of a free page', () => {
    const { pause } = openFilter(() => true)
    expect(pause('Document', 'https://other.example/table', 'frame')).toBe('Fetch.fulfillRequest')
    expect(pause('Document', 'https://other.example/table')).toBe('Fetch.continueRequest')
  })

  it('fails for a URL with credentials', () => {
    const { pause } = openFilter()
    expect(pause('Document', 'http://user:secret@a.example/')).toBe('Fetch.failRequest')
  })

  it('fails for a forbidden URL, and similar URLs are paused from then on', async () => {
    const { forbid, pause, sent } = openFilter()
    await forbid(['/search?', 'consent*save'])
    expect(sent.at(-1)?.params.patterns).toEqual(
      expect.arrayContaining([{ urlPattern: '*/search\\?*' }, { urlPattern: '*consent*save*' }]),
    )
    const urls = ['http://a.example/search?q=1', 'http://a.example/consent/x/SAVE', 'http://a.example/searching']
    expect(urls.map((url) => pause('Document', url))).toEqual([
      'Fetch.failRequest',
      'Fetch.failRequest',
      'Fetch.continueRequest',
    ])
  })
})

describe('a request for credentials', () => {
  it('gets those of the session from the proxy, and none from a site', () => {
    const { emit, sent } = openFilter()
    for (const source of ['Proxy', 'Server']) emit('Fetch.authRequired', { requestId: '1', authChallenge: { source } })
    expect(sent.map(({ params }) => params.authChallengeResponse)).toEqual([
      { response: 'ProvideCredentials', username: 'user', password: 'secret' },
      { response: 'CancelAuth' },
    ])
  })
})
