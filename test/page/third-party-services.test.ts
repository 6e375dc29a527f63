import { expect, it } from 'vitest'
import { isThirdPartyService } from '../../src/page/frame-kinds.ts'

it.each([
  ['https://www.google-analytics.com/collect?v=1', true],
  ['https://hotjar.com/', true],
  ['https://o1.ingest.sentry.io/api/1/envelope/', true],
  ['https://nothotjar.com/', false],
  ['https://hotjar.com.example/', false],
  ['https://www.google.com/', false],
  ['data:text/javascript,1', false],
  ['no URL', false],
])('recognizes services that do not affect the content: %s', (url, isKnown) => {
  expect(isThirdPartyService(url)).toBe(isKnown)
})
