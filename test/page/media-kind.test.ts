import { expect, test } from 'vitest'
import { isHtml, isTextMedia } from '../../src/page/media-kind.ts'

test.each(['text/html', 'application/xhtml+xml'])('%s is HTML, and not other text', (mediaType) => {
  expect([isHtml(mediaType), isTextMedia(mediaType)]).toEqual([true, false])
})

test.each([
  'text/plain',
  'text/markdown',
  'text/csv',
  'text/xml',
  'application/json',
  'application/ld+json',
  'application/xml',
  'application/rss+xml',
  'application/atom+xml',
  'image/svg+xml',
  'application/javascript',
])('%s is text', (mediaType) => {
  expect(isTextMedia(mediaType)).toBe(true)
})

test.each([
  'text/html',
  'application/xhtml+xml',
  'application/pdf',
  'image/png',
  'application/octet-stream',
  'audio/mpeg',
  '',
])('"%s" is not a text type', (mediaType) => {
  expect(isTextMedia(mediaType)).toBe(false)
})
