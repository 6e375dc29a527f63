import { expect, test } from 'vitest'
import { collectEmails, emailsInText } from '../../../src/format/emails/emails.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

function emailsOf(html: string): string[] {
  const document = parseDocument(html, 'https://example.com/')
  return collectEmails(document, [document.root])
}

test.each([
  ['80,000 at signs', '@'.repeat(80_000), 0],
  ['80,000 word characters', `${'w'.repeat(80_000)}@x.org`, 0],
  ['a megabyte of labels', 'a.'.repeat(500_000), 0],
  ['a megabyte of half addresses', 'a@a.a'.repeat(200_000), 0],
  ['a megabyte of chained names', '@a.org'.repeat(160_000), 0],
  ['a megabyte of disguises', '[at]'.repeat(250_000), 0],
  ['a megabyte of disguised dots', 'a [dot] '.repeat(125_000), 0],
  ['a megabyte of disguised halves', 'a [at] a [dot] '.repeat(66_000), 0],
  ['a megabyte of hyphens', '-at-a-dot-'.repeat(100_000), 0],
  ['a megabyte of spaces', ' '.repeat(1_000_000), 0],
  ['a megabyte of brackets', '[   '.repeat(250_000), 0],
  ['a megabyte of entities', '&#64;'.repeat(200_000), 0],
  ['100,000 addresses', Array.from({ length: 100_000 }, (_, at) => `u${at}@x.org`).join(' '), 100_000],
  ['a megabyte of schemes', 'a@x.org://'.repeat(100_000), 1],
])('%s are read in one pass', (_name, text, count) => {
  expect(emailsInText(text)).toHaveLength(count)
})

test('a page of 100,000 tags around every letter is read', () => {
  expect(emailsOf(`<p>${'<b>a</b>'.repeat(100_000)}@x.org</p><p>${'<i>'.repeat(600)}deep@x.org`)).toEqual([
    'deep@x.org',
  ])
})
