import { describe, expect, it } from 'vitest'
import { endpointOf, requestIdentity } from '../../../src/render/tab/page-requests.ts'

const get = (url: string) => ({ method: 'GET', url })
const post = (postData: string) => ({ method: 'POST', url: 'https://a.example/graphql', postData })

describe('requestIdentity', () => {
  it.each([
    ['a time', '?_=1700000000000', '?_=1700000000100'],
    ['a random number', '?r=0.8234752394', '?r=.12398471'],
    ['a UUID', '?id=6f1ed002-ab5f-4d0f-9a3e-2d8c0a5b7e11', '?id=0b1f3a80-1c2d-4e5f-8a9b-0c1d2e3f4a5b'],
  ])('ignores values that only prevent caching: %s', (_, one, other) => {
    const [a, b] = [one, other].map((query) => requestIdentity(get(`https://a.example/poll${query}&x=1`)))
    expect(a).toBe(b)
  })

  it.each([
    ['the page of a list', get('https://a.example/?page=1'), get('https://a.example/?page=2')],
    ['the path', get('https://a.example/one'), get('https://a.example/two')],
    ['the method', get('https://a.example/graphql'), post('')],
    ['the body', post('{"query":"a"}'), post('{"query":"b"}')],
  ])('depends on %s', (_, one, other) => {
    expect(requestIdentity(one)).not.toBe(requestIdentity(other))
  })
})

describe('endpointOf', () => {
  it('is the same for every query', () => {
    expect(endpointOf(get('https://a.example/x?page=1'))).toBe(endpointOf(get('https://a.example/x?page=2#top')))
  })
})
