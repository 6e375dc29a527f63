import { expect, it } from 'vitest'
import { openDocument, refuseAnnouncedChallenge } from '../../src/format/open-document.ts'
import { textOf } from '../../src/html/traverse.ts'
import { htmlPage } from './page.ts'

const wall = '<iframe src="https://geo.captcha-delivery.com/captcha/?initialCid=A"></iframe>'
const blocked = expect.objectContaining({ type: 'target_blocked', message: expect.stringContaining('DataDome') })

it('a document is decoded by its charset and parsed with its final URL', () => {
  const page = htmlPage('', { body: Uint8Array.of(0x3c, 0x70, 0x3e, 0xcf), charset: 'windows-1251' })
  const { source, url } = openDocument({ ...page, finalUrl: 'https://example.org/new' })
  expect([source, url]).toEqual(['<p>П', 'https://example.org/new'])
})

it('the frames that a browser has read are part of the page', () => {
  const content = { html: '<p>The article</p>', baseUrl: 'https://example.org/f', frames: [] }
  const frames = [{ at: '<iframe'.length, url: 'https://example.org/f', content }]
  const page = { ...htmlPage('<iframe src="/f"></iframe>'), rendered: true, frames }
  const document = openDocument(page, { withFrames: true })
  expect([textOf(document.root), document.frames?.size]).toEqual(['The article', 0])
})

it('a challenge in the body is refused, unless challenges are allowed', () => {
  expect(() => openDocument(htmlPage(wall))).toThrow(blocked)
  expect(openDocument(htmlPage(wall), { readsChallenges: true }).source).toBe(wall)
})

it('a challenge in the headers is refused regardless of the body', () => {
  expect(() => refuseAnnouncedChallenge(htmlPage('x', { headers: { 'cf-mitigated': 'challenge' } }))).toThrow(
    expect.objectContaining({ type: 'target_blocked' }),
  )
  expect(refuseAnnouncedChallenge(htmlPage('x'))).toBeUndefined()
})
