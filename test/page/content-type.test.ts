import { describe, expect, it } from 'vitest'
import { parseContentType } from '../../src/page/media-kind.ts'

describe('parseContentType', () => {
  it.each([
    ['text/html', 'text/html', null],
    ['Text/HTML; Charset=UTF-8', 'text/html', 'UTF-8'],
    ['  text/html ;charset="gb\\k" ', 'text/html', 'gbk'],
    ['text/html; a=b; charset=utf-8; charset=gbk', 'text/html', 'utf-8'],
    ['text/html;charset=', 'text/html', null],
    ["text/html; charset='utf-8'", 'text/html', 'utf-8'],
    ['text/html, application/json', 'application/json', null],
    ['text/html; charset=gbk, text/html', 'text/html', 'gbk'],
    ['text/html; x="a,b/c", text/plain', 'text/plain', null],
    ['application/vnd.api+json', 'application/vnd.api+json', null],
    ['text/html; charset = utf-8', 'text/html', 'utf-8'],
    ['text/html;;charset=gbk', 'text/html', 'gbk'],
    ['text/html, nonsense', 'text/html', null],
    ['text/html, */*', 'text/html', null],
  ])('reads %j', (header, essence, charset) => {
    expect(parseContentType(header)).toEqual({ essence, charset })
  })

  it.each([null, '', 'html', 'text/', '/html', 'text html', ';charset=utf-8', 'te"xt/html', '*/*'])(
    'finds no type in %j',
    (header) => {
      expect(parseContentType(header)).toBeNull()
    },
  )

  it('reads the last values of a header with very many', () => {
    expect(parseContentType(`${'a,'.repeat(50_000)}text/html`)).toEqual({ essence: 'text/html', charset: null })
  })
})
