import { describe, expect, it } from 'vitest'
import { requestedUrl } from '../../src/contract/requested-url.ts'

const schema = requestedUrl(40, 'A page')
const typesOf = (value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => 'params' in issue && issue.params)

describe('a requested URL', () => {
  it('is parsed, but appears in results and in JSON as it was written', () => {
    const written = 'HTTPS://Example.com:443/a b'
    const url = schema.parse(written)
    expect([url.href, url.host, url.written]).toEqual(['https://example.com/a%20b', 'example.com', written])
    expect(JSON.stringify({ url })).toBe(JSON.stringify({ url: written }))
  })

  it.each([
    ['//example.com/', 'url_parsing'],
    ['http://', 'url_parsing'],
    ['ftp://example.com/', 'url_scheme'],
    ['https://user@example.com/', 'value_error'],
  ])('is not %s', (written, type) => {
    expect(typesOf(written)).toEqual([expect.objectContaining({ type })])
  })
})
