import { describe, expect, it } from 'vitest'
import { resolveCharset } from '../../../src/fetch/body/charset.ts'
import { decodeText } from '../../../src/page/encodings.ts'
import { parseContentType } from '../../../src/page/media-kind.ts'

/** Encodes text by searching the decoder's table. */
function encode(text: string, encoding: string): Uint8Array {
  const codes = new Map<string, number[]>()
  const add = (code: number[]) => {
    const character = decodeText(Uint8Array.from(code), encoding)
    if (!codes.has(character)) codes.set(character, code)
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x81; first < 256; first++) for (let second = 0x40; second < 256; second++) add([first, second])
  return Uint8Array.from([...text].flatMap((character) => codes.get(character) ?? [0x3f]))
}

const csv = (rows: readonly string[][]) => rows.map((row) => `${row.join(';')}\r\n`).join('')

async function guess(text: string, encoding: string) {
  const body = encode(text, encoding)
  const { charset, warnings } = await resolveCharset(body, parseContentType('text/csv'), 'text/csv')
  return { charset, text: decodeText(body, charset), codes: warnings.map(({ code }) => code) }
}

const czech = csv([
  ['Příjmení', 'Město', 'Země', 'Cena'],
  ['Dvořáková', 'Ústí nad Labem', 'Česko', '1250,50'],
  ['Kučera', 'České Budějovice', 'Česko', '980'],
  ['Šťastný', 'Žďár nad Sázavou', 'Česko', '77'],
])
const polish = csv([
  ['Imię i nazwisko', 'Miejscowość', 'Państwo', 'Ilość'],
  ['Małgorzata Wójcik', 'Łódź', 'Polska', '12'],
  ['Paweł Kowalski', 'Świętochłowice', 'Szwajcaria', '7'],
])
const thai = csv([
  ['ชื่อ', 'เมือง', 'ประเทศ', 'ราคา'],
  ['สมชาย ใจดี', 'กรุงเทพมหานคร', 'ไทย', '150'],
  ['มาลี ศรีสุข', 'เชียงใหม่', 'ไทย', '99'],
])
const japanese = csv([
  ['氏名', '会社', '国名', '価格'],
  ['髙橋 一郎', '㈱山田商店', '日本', '①1200'],
  ['山﨑 花子', '鈴木製作所㈲', '日本', '№5'],
])
const french = csv([
  ['Prénom', 'Société', 'Quantité', 'Remarque'],
  ['Zoé', 'Café de la Gare', '12', 'à côté de l’hôtel'],
  ['François', 'Crème glacée', '3', 'très bien reçu'],
])
const german = csv([
  ['Name', 'Straße', 'Größe', 'Länge'],
  ['Jürgen Müller', 'Königsallee', '12', '3'],
])
const danish = csv([
  ['Navn', 'By', 'Land'],
  ['Søren', 'Aarhus', 'Danmark'],
])
const italian = csv([
  ['Nome', 'Quantità', 'Qualità'],
  ['Anna', '12', 'A'],
])

describe('the encoding of a CSV file that declares none', () => {
  it.each([
    ['windows-1250', czech],
    ['windows-1250', polish],
    ['iso-8859-2', polish],
    ['windows-874', thai],
    ['shift_jis', japanese],
    ['macintosh', french],
    ['macintosh', german],
  ])('is guessed as %s, with a warning', async (encoding, text) => {
    expect(await guess(text, encoding)).toEqual({ charset: encoding, text, codes: ['charset_guessed'] })
  })

  it.each([french, german, danish, italian])('is guessed as windows-1252 even from a few letters', async (text) => {
    expect(await guess(text, 'windows-1252')).toMatchObject({ charset: 'windows-1252', text })
  })

  it.each([czech, polish, thai, japanese, french, danish])(
    'is UTF-8 without a warning if it is valid',
    async (text) => {
      const body = new TextEncoder().encode(text)
      const found = await resolveCharset(body, parseContentType('text/csv'), 'text/csv')
      expect(found).toEqual({ charset: 'utf-8', warnings: [] })
    },
  )
})
