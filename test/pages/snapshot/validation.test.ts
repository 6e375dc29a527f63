import { describe, expect, it } from 'vitest'
import { mayKeep, renewedPage, validatorsOf } from '../../../src/pages/snapshot/page-keeper.ts'
import { pageOf } from './kept-page.ts'

const notModified = (headers: Record<string, string>) => pageOf({ status: 304, headers })

describe('a fetched page', () => {
  it.each([
    [true, pageOf()],
    [true, pageOf({ status: 204 })],
    [true, pageOf({ headers: { 'cache-control': 'no-cache, private, max-age=0' } })],
    [true, pageOf({ headers: { 'cache-control': 'private="x, no-store, y"' } })],
    [false, pageOf({ headers: { 'cache-control': 'no-store' } })],
    [false, pageOf({ headers: { 'cache-control': 'private , NO-STORE' } })],
    [false, pageOf({ headers: { 'cache-control': 'private="set-cookie", no-store' } })],
    [false, pageOf({ headers: { 'cache-control': 'no-store=1' } })],
    [true, pageOf({ headers: { vary: 'accept-encoding, cookie' } })],
    [false, pageOf({ headers: { vary: '*' } })],
    [false, pageOf({ headers: { vary: 'cookie,\t* ' } })],
    [false, pageOf({ status: 304 })],
    [false, pageOf({ status: 404 })],
    [false, pageOf({ status: 503 })],
    [false, pageOf({ complete: false })],
  ])('may be kept: %s for %o', (isKept, page) => {
    expect(mayKeep(page)).toBe(isKept)
  })

  it.each([
    [{ etag: '"a1"' }, '"a1"', null],
    [{ etag: 'W/"a1"' }, 'W/"a1"', null],
    [{ etag: '""', 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' }, '""', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    [{ 'last-modified': 'Sunday, 06-Nov-94 08:49:37 GMT' }, null, 'Sunday, 06-Nov-94 08:49:37 GMT'],
    [{ etag: 'a1', 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' }, null, 'Sun, 06 Nov 1994 08:49:37 GMT'],
  ])('is recognized by %o', (headers, etag, lastModified) => {
    expect(validatorsOf(pageOf({ headers: headers as Record<string, string> }))).toEqual({
      ...{ url: 'https://a.example/', etag, lastModified },
    })
  })

  it.each([
    {},
    { etag: 'a1' },
    { etag: '"a", "b"' },
    { etag: '"é"' },
    { 'last-modified': 'yesterday' },
    { 'last-modified': '0' },
  ])('is not recognized by %o', (headers) => {
    expect(validatorsOf(pageOf({ headers: headers as Record<string, string> }))).toBeUndefined()
  })
})

describe('a 304', () => {
  const headers = {
    etag: '"a1"',
    'content-type': 'text/html',
    'content-length': '13',
    'cache-control': 'max-age=1',
    age: '5',
  }
  const page = pageOf({ headers })

  it('updates the header fields that decide how long the page may be kept', () => {
    const answer = notModified({
      ...{
        etag: '"a1"',
        'cache-control': 'max-age=9',
        date: 'now',
        'content-type': 'text/plain',
        'content-length': '0',
      },
      ...{ 'content-encoding': 'gzip', connection: 'close, X-Hop', 'x-hop': '1', 'keep-alive': 'timeout=5' },
    })
    expect(renewedPage(page, answer)).toEqual({
      ...page,
      headers: { ...headers, 'cache-control': 'max-age=9' },
    })
  })

  it('renews a page if one of the two tags is weak', () => {
    expect(renewedPage(page, notModified({ etag: 'W/"a1"' }))).not.toBeNull()
    expect(renewedPage(pageOf({ headers: { etag: 'W/"a1"' } }), notModified({ etag: '"a1"' }))).not.toBeNull()
  })

  it('renews the requested page without validators', () => {
    expect(renewedPage(page, notModified({}))).not.toBeNull()
  })

  it('renews nothing if it is for another version', () => {
    expect(renewedPage(page, notModified({ etag: '"a2"' }))).toBeNull()
    const dated = pageOf({ headers: { 'last-modified': 'Sun, 06 Nov 1994 08:49:37 GMT' } })
    expect(renewedPage(dated, notModified({ 'last-modified': 'Mon, 07 Nov 1994 08:49:37 GMT' }))).toBeNull()
  })
})
