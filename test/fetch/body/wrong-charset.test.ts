import { describe, expect, it } from 'vitest'
import { resolveCharset } from '../../../src/fetch/body/charset.ts'
import { decodeBody } from '../../../src/html/parse/parse.ts'
import { parseContentType } from '../../../src/page/media-kind.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

async function resolve(bytes: Uint8Array, label: string) {
  const { charset, warnings } = await resolveCharset(
    bytes,
    parseContentType(`text/html; charset=${label}`),
    'text/html',
  )
  return { charset, warnings, text: decodeBody({ charset, body: Uint8Array.from(bytes) }) }
}

describe('the encoding of a page', () => {
  const russian = hex(
    'cff0e8e2e5f22c20ece8f02120fdf2ee20f1f2f0e0ede8f6e020ede020f0f3f1f1eaeeec20ffe7fbeae52c20eaeef2eef0e0ff20ede520f3eae0e7fbe2e0e5f220eaeee4e8f0eee2eaf32e',
  )
  const japanese = hex(
    '82b182cc8379835783568382cd93fa967b8cea82c58f9182a982ea82c482a282dc82b7814295b68e9a89bb82af82b582c882a282c582ad82be82b382a28142',
  )
  const french = Buffer.from('<p>Café, thé, entrée, garçon</p>', 'latin1')
  const utf8 = Buffer.from('<p>Café – “thé”</p>')
  it.each([
    ['utf-8', 'windows-1252', french, 'Café, thé'],
    ['utf-8', 'windows-1252', Buffer.concat([Buffer.from('<p>© '), french]), 'Café, thé'],
    [
      'utf-8',
      'windows-1251',
      Buffer.concat([Buffer.from('<meta charset="windows-1251"><p>'), hex('cff0e8e2e5f2')]),
      'Привет',
    ],
    ['utf-8', 'windows-1251', Buffer.concat([russian, russian]), 'русском'],
    ['utf-8', 'shift_jis', Buffer.concat([japanese, japanese]), '日本語'],
    ['iso-8859-1', 'utf-8', utf8, 'Café – “thé”'],
    ['windows-1251', 'utf-8', Buffer.from('<p>Привет'), 'Привет'],
    ['koi8-r', 'utf-8', Buffer.from('日本語'), '日本語'],
  ])(
    'is not %s but %s if the bytes contradict the declaration, with a warning',
    async (wrong, charset, bytes, text) => {
      const message = expect.stringMatching(new RegExp(`declares .* wrong.* read as ${charset}`))
      expect(await resolve(bytes, wrong)).toEqual({
        charset,
        warnings: [{ code: 'charset_guessed', message }],
        text: expect.stringContaining(text),
      })
    },
  )

  it.each([
    ['utf-8', Buffer.concat([Buffer.from('<p>Die Größe für Käufer: 5 m²'), hex('e9e9')])],
    ['utf-8', Buffer.from('<p>plain')],
    ['utf-8', hex('61fffe62')],
    ['iso-8859-1', Buffer.from('<p>plain')],
    ['iso-8859-1', Buffer.concat([utf8, hex('e9')])],
    ['iso-8859-15', Buffer.from('CAFÉ à «é»', 'latin1')],
    ['windows-1251', Buffer.concat([hex('cff0e8e2e5f2'), Buffer.from('é')])],
    ['gbk', hex('d6d0cec4')],
    ['gbk', Buffer.from('中文')],
    ['euc-jp', hex('c6fccbdcb8ec')],
  ])('is %s as declared unless that is clearly wrong', async (label, bytes) => {
    const charset = label === 'iso-8859-1' ? 'windows-1252' : label
    expect(await resolve(bytes, label)).toMatchObject({ charset, warnings: [] })
  })
})
