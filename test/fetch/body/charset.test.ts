import { describe, expect, it } from 'vitest'
import { resolveCharset } from '../../../src/fetch/body/charset.ts'
import { resolveMediaType } from '../../../src/fetch/body/media-type.ts'
import { decodeBody } from '../../../src/html/parse/parse.ts'
import { parseContentType } from '../../../src/page/media-kind.ts'

async function resolve(body: Uint8Array | string, contentType: string | null = 'text/html') {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body
  const declared = parseContentType(contentType)
  const { charset, warnings } = await resolveCharset(bytes, declared, resolveMediaType(declared, bytes))
  return {
    charset,
    warned: warnings.map(({ code }) => code),
    text: decodeBody({ charset, body: Uint8Array.from(bytes) }),
  }
}

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))

// 日本語, 中文, 한국어, Привет and café as bytes, written by hand because Node can only decode these encodings.
const words: [label: string, name: string, bytes: Uint8Array, text: string][] = [
  ['shift_jis', 'shift_jis', hex('93fa 967b 8cea'), '日本語'],
  ['Shift-JIS', 'shift_jis', hex('93fa 967b 8cea'), '日本語'],
  ['euc-jp', 'euc-jp', hex('c6fc cbdc b8ec'), '日本語'],
  ['iso-2022-jp', 'iso-2022-jp', hex('1b2442 467c 4b5c 386c 1b2842'), '日本語'],
  ['gbk', 'gbk', hex('d6d0 cec4'), '中文'],
  ['GB2312', 'gbk', hex('d6d0 cec4'), '中文'],
  ['gb18030', 'gb18030', hex('d6d0 cec4 8139ef30'), '中文㐁'],
  ['big5', 'big5', hex('a4a4 a4e5'), '中文'],
  ['euc-kr', 'euc-kr', hex('c7d1 b1b9 beee'), '한국어'],
  ['windows-949', 'euc-kr', hex('8c63 b9e6'), '똠방'],
  ['big5-hkscs', 'big5', hex('9df6 9df7'), '喺咗'],
  ['ks_c_5601-1987', 'euc-kr', hex('c7d1 b1b9 beee'), '한국어'],
  ['windows-1251', 'windows-1251', hex('cff0e8e2e5f2'), 'Привет'],
  ['koi8-r', 'koi8-r', hex('f0d2c9d7c5d4'), 'Привет'],
  ['iso-8859-5', 'iso-8859-5', hex('bfe0d8d2d5e2'), 'Привет'],
  ['iso-8859-1', 'windows-1252', hex('636166e9 20 80'), 'café €'],
  ['latin1', 'windows-1252', hex('636166e9'), 'café'],
  ['windows-1252', 'windows-1252', hex('93 636166e9 94'), '“café”'],
  ['iso-8859-2', 'iso-8859-2', hex('b36ff36479'), 'łoódy'],
  ['iso-8859-15', 'iso-8859-15', hex('a4'), '€'],
  ['utf-8', 'utf-8', Buffer.from('żółć'), 'żółć'],
  ['utf-16le', 'utf-16le', hex('2d4e 8765'), '中文'],
]

describe('the encoding of a text', () => {
  it.each(words)('is %s when the header says so', async (label, name, bytes, text) => {
    expect(await resolve(bytes, `text/html; charset=${label}`)).toEqual({ charset: name, warned: [], text })
    expect(await resolve(bytes, `text/plain;charset="${label}"`)).toEqual({ charset: name, warned: [], text })
  })

  it.each(words.filter(([label]) => !label.startsWith('utf-16')))(
    'is %s when a meta element says so',
    async (label, name, bytes, text) => {
      for (const meta of [
        `<!doctype html><meta charset="${label}"><p>`,
        `<html><head><title>x</title><META CHARSET=${label} ><p>`,
        `<meta http-equiv="Content-Type" content="text/html; charset=${label}"><p>`,
        `<meta content='text/html;charset=${label}' http-equiv=content-type><p>`,
      ]) {
        const found = await resolve(Buffer.concat([Buffer.from(meta), bytes]))
        expect(found, meta).toMatchObject({ charset: name, warned: [] })
        expect(found.text).toContain(text)
      }
    },
  )

  it('is taken from an XML declaration', async () => {
    const xml = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'), hex('cff0e8e2e5f2')])
    expect(await resolve(xml, 'application/rss+xml')).toMatchObject({ charset: 'windows-1251', warned: [] })
    expect((await resolve(xml, null)).text).toContain('Привет')
  })

  it.each([
    ['utf-8', hex('efbbbf'), 'utf-8'],
    ['utf-16le', hex('fffe'), 'utf-16le'],
    ['utf-16be', hex('feff'), 'utf-16be'],
  ])('is %s when a byte order mark says so, regardless of other declarations', async (_, bom, charset) => {
    const body = Buffer.concat([bom, hex('0061 0062')])
    for (const type of ['text/html; charset=gbk', 'application/json', 'text/plain', null]) {
      expect(await resolve(body, type), String(type)).toMatchObject({ charset, warned: [] })
    }
  })

  it('is taken from the header rather than the meta element', async () => {
    const body = Buffer.concat([Buffer.from('<meta charset="windows-1251">'), Buffer.from('é')])
    expect(await resolve(body, 'text/html; charset=utf-8')).toMatchObject({ charset: 'utf-8' })
  })

  it('is UTF-8 when a meta element claims UTF-16, which would have made it unreadable', async () => {
    expect(await resolve('<meta charset="utf-16"><p>a')).toMatchObject({ charset: 'utf-8', warned: [] })
    expect(await resolve('<meta charset="utf-16be"><p>a')).toMatchObject({ charset: 'utf-8', warned: [] })
  })

  it('is found in a meta element past the first 1,024 bytes', async () => {
    const late = Buffer.concat([
      Buffer.from(`<!--${'x'.repeat(2000)}--><meta charset=euc-jp><p>`),
      hex('c6fc cbdc b8ec'),
    ])
    expect(await resolve(late)).toMatchObject({ charset: 'euc-jp', warned: [] })
  })

  const late: [label: string, bytes: Uint8Array, text: string][] = [
    ['windows-1251', hex('cff0e8e2e5f2'), 'Привет'],
    ['koi8-r', hex('f0d2c9d7c5d4'), 'Привет'],
    ['iso-8859-2', hex('b6e6f3b3'), 'śćół'],
    ['gbk', hex('d6d0 b9fa'), '中国'],
    ['iso-2022-jp', hex('1b2442 467c 4b5c 1b2842'), '日本'],
  ]
  it.each(late)('is %s when a meta element far into the document says so', async (label, bytes, text) => {
    for (const before of [`<script>${'x'.repeat(5000)}</script>`, ' '.repeat(100_000), '<p>a</p>'.repeat(600)]) {
      for (const meta of [`<meta charset="${label}">`, `<meta http-equiv=content-type content="a;charset=${label}">`]) {
        const found = await resolve(Buffer.concat([Buffer.from(`<!doctype html>${before}${meta}<p>`), bytes]))
        expect(found, meta).toMatchObject({ charset: label, warned: [], text: expect.stringContaining(text) })
      }
    }
  })

  it('is read in full from a meta element that extends past the first bytes', async () => {
    for (let length = 4040; length < 4100; length++) {
      const page = `<!--${'x'.repeat(length - 7)}--><meta charset=iso-8859-15><p>\xa4`
      expect(await resolve(page), String(length)).toMatchObject({ charset: 'iso-8859-15', warned: [] })
    }
  })

  it.each([
    `<script>"<meta charset=euc-jp>"</script>`,
    '<!-- <meta charset=euc-jp> -->',
    '<textarea><meta charset=euc-jp></textarea>',
    '<p title="<meta charset=euc-jp>">',
    '<p>charset=euc-jp',
  ])('is not taken from %j far into the document', async (html) => {
    expect(await resolve(`${'<p>a</p>'.repeat(600)}${html}<p>caf\xe9`)).toMatchObject({ warned: ['charset_guessed'] })
  })

  it('is UTF-8 when the bytes are, despite a fragment of another page far into the document', async () => {
    const page = Buffer.from(`${'<p>a</p>'.repeat(600)}<meta charset=windows-1252><p>żółć`)
    expect(await resolve(page)).toMatchObject({ charset: 'utf-8', warned: [] })
  })

  it.each([
    '<!-- <meta charset="euc-jp"> --><p>é',
    '<!-- <meta charset="euc-jp"> é',
    '<p title="<meta charset=euc-jp>">é',
    '<metadata charset="euc-jp">é',
    '<meta name="charset" content="charset=euc-jp">é',
    '<p charset="euc-jp">é',
    '<meta http-equiv="content-type " content="text/html; charset=euc-jp">é',
    '<meta http-equiv="content-type content="text/html; charset=euc-jp">é',
    '<meta charset=euc-jp">é',
    'é<meta charset=euc-jp',
  ])('is not taken from %j', async (html) => {
    expect(await resolve(Buffer.from(html))).toMatchObject({ charset: 'utf-8' })
  })

  it.each([
    '<!--><meta charset="euc-jp"> -->é',
    '<meta charset="foo"><meta charset="euc-jp">é',
    '<a title="x>y"><meta/charset=euc-jp>é',
  ])('is taken from %j', async (html) => {
    expect(await resolve(Buffer.from(html))).toMatchObject({ charset: 'euc-jp' })
  })

  const wrong = [
    'foo',
    '__proto__',
    'constructor',
    'toString',
    '',
    ' ',
    '"',
    'utf-9',
    'replacement',
    'hz-gb-2312',
    'iso-2022-kr',
    '\u0000',
    'x'.repeat(500),
  ]
  it.each(wrong)('ignores the unknown name %j and uses the next source', async (name) => {
    const meta = `<meta charset="${name.replaceAll('"', '')}">`
    expect(await resolve(Buffer.from('<p>é'), `text/html; charset=${name}`)).toMatchObject({
      charset: 'utf-8',
      warned: [],
    })
    expect(await resolve(Buffer.from(`${meta}<p>é`))).toMatchObject({ charset: 'utf-8', warned: [] })
    const both = Buffer.concat([Buffer.from('<meta charset="windows-1251">'), hex('cff0e8e2e5f2')])
    expect(await resolve(both, `text/html; charset=${name}`)).toMatchObject({ charset: 'windows-1251', warned: [] })
  })

  it('is x-user-defined when the header says so, and windows-1252 when the document does', async () => {
    expect(await resolve('a\x80', 'text/html; charset=x-user-defined')).toMatchObject({ text: 'a\uf780' })
    expect(await resolve('<meta charset="x-user-defined">a\x80')).toMatchObject({ charset: 'windows-1252' })
  })

  it('is UTF-8 without a warning when nothing is declared and the bytes are valid UTF-8', async () => {
    expect(await resolve(Buffer.from('<p>日本語 żółć'))).toMatchObject({ charset: 'utf-8', warned: [] })
    expect(await resolve('<p>plain')).toMatchObject({ charset: 'utf-8', warned: [] })
    expect(await resolve('', 'text/html')).toMatchObject({ charset: 'utf-8', warned: [] })
  })

  it('is UTF-8 for JSON and for non-text types', async () => {
    expect(await resolve(Buffer.from('{"a":"é"}'), 'application/json; charset=iso-8859-1')).toMatchObject({
      charset: 'utf-8',
      warned: [],
    })
    expect(await resolve('{"a":"\xe9"}', 'application/ld+json')).toMatchObject({ charset: 'utf-8', warned: [] })
    expect(await resolve('%PDF-1.4 \xe2\xe3', 'application/pdf')).toMatchObject({ charset: 'utf-8', warned: [] })
  })

  // Pages without a declaration, with enough text for statistics.
  const russian = hex(
    'cff0e8e2e5f22c20ece8f02120fdf2ee20f1f2f0e0ede8f6e020ede020f0f3f1f1eaeeec20ffe7fbeae52c20eaeef2eef0e0ff20ede520f3eae0e7fbe2e0e5f220eaeee4e8f0eee2eaf32e',
  )
  const japanese = hex(
    '82b182cc837983578 3568382cd93fa967b8cea82c58f9182a982ea82c482a282dc82b7814295b68e9a89bb82af82b582c882a282c582ad82be82b382a28142'.replaceAll(
      ' ',
      '',
    ),
  )
  it.each([
    ['windows-1251', russian, 'русском'],
    ['shift_jis', japanese, '日本語'],
  ])('is guessed as %s from the bytes, with a warning that names it', async (charset, bytes, word) => {
    const page = Buffer.concat([
      Buffer.from('<html><body class="main content"><p>'),
      bytes,
      bytes,
      Buffer.from('</p></body></html>'),
    ])
    const declared = parseContentType('text/html')
    expect(await resolve(page)).toMatchObject({
      charset,
      warned: ['charset_guessed'],
      text: expect.stringContaining(word),
    })
    expect((await resolveCharset(page, declared, 'text/html')).warnings[0]?.message).toContain(charset)
  })

  it('is taken from the header for JSON that is not UTF-8', async () => {
    expect(await resolve('{"a":"\xe9"}', 'application/json; charset=iso-8859-1')).toMatchObject({
      warned: [],
      text: '{"a":"é"}',
    })
    const wide = Buffer.from('{"a":"é"}', 'utf16le')
    expect(await resolve(wide, 'application/json; charset=utf-16le')).toMatchObject({ warned: [], text: '{"a":"é"}' })
  })

  it.each(['x-sh', 'sql', 'graphql', 'toml', 'x-tex', 'yaml', 'javascript', 'atom+xml', 'vnd.x+yaml'])(
    'is taken from the header for application/%s, as for other text',
    async (type) => {
      const text = (await resolve(hex('cff0e8e2e5f2'), `application/${type}; charset=windows-1251`)).text
      expect(text).toBe('Привет')
    },
  )

  it.each(['<p>a\0b', '\0\0\0\0', '\0', 'a\0', `<p>${'a'.repeat(50)}\0`])(
    'is UTF-8 for a few stray zeros: %j',
    async (html) => {
      expect(await resolve(html)).toMatchObject({ charset: 'utf-8', warned: [] })
    },
  )

  it('is always a guess that every decoder supports, for any bytes', async () => {
    for (let seed = 1; seed < 300; seed++) {
      const body = Uint8Array.from({ length: 64 }, (_, i) => (Math.imul(seed * 7919 + i, 2654435761) >>> 13) & 0xff)
      await expect(resolve(body, 'text/html')).resolves.toBeDefined()
    }
  })
})
