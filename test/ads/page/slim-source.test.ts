import { describe, expect, it } from 'vitest'
import { slimSource } from '../../../src/ads/page/slim-source.ts'
import { fixtures, read } from '../fixtures.ts'

describe('a source without its scripts', () => {
  it.each(fixtures)('of $name gives the same result', ({ html, response, expected }) => {
    const padded = html.replace('</head>', '<script>var s = "<div>";</script><style>a { b: c }</style></head>')
    expect(padded).not.toBe(html)
    expect(slimSource(padded)).toContain('<script></script><style></style></head>')
    expect(read(slimSource(padded), response)).toEqual(expected)
  })

  it('keeps the scripts that show the kind of page', () => {
    const shell = '<script>location="/search?emsg=SG_REL"</script><script>long()</script>'
    expect(slimSource(shell)).toBe('<script>location="/search?emsg=SG_REL"</script><script></script>')
  })

  it('keeps the content after a script tag inside a comment', () => {
    const html = '<!-- <script> --><p>kept</p><script>a()</script>'
    expect(slimSource(html)).toContain('<p>kept</p>')
  })
})
