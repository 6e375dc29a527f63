/** Checks encoding detection for documents against html5lib's cases. */

import { readFile } from 'node:fs/promises'
import { resolveCharset } from '../../../src/fetch/body/charset.ts'
import { decodeText, encodingNamed } from '../../../src/page/encodings.ts'
import { type Failure, judge, type Suite, suiteData } from '../suite.ts'

export const html5libEncoding: Suite = {
  name: 'html5lib-encoding',
  source: 'html5lib-tests, encoding/*.dat',
  async run() {
    const locations = ['tests1', 'tests2', 'test-yahoo-jp'].map((name) =>
      suiteData(`html5lib-tests/encoding/${name}.dat`),
    )
    if (locations.includes(null)) return null
    const files = await Promise.all(locations.map((location) => readFile(location as URL, 'latin1')))
    const charsets = new Map<EncodingCase, string>()
    for (const one of files.flatMap(casesIn))
      charsets.set(one, (await resolveCharset(one.data, null, 'text/html')).charset)
    return judge([...charsets], failureOf)
  },
}

interface EncodingCase {
  data: Buffer
  encoding: string
}

function casesIn(file: string): EncodingCase[] {
  return file
    .split(/^#data\n/m)
    .slice(1)
    .map((text) => {
      const [data = '', label = ''] = text.split(/\n?^#encoding\n/m)
      return { data: Buffer.from(data, 'latin1'), encoding: encodingNamed(label.trim()) ?? label }
    })
}

/** ASCII without a declared encoding is UTF-8 here and windows-1252 in html5lib, but the text is the same. */
function failureOf([{ data, encoding }, charset]: [EncodingCase, string]): Failure | null {
  if (charset === encoding) return null
  const isSame = encoding === 'windows-1252' && charset === 'utf-8' && decodeText(data, encoding) === data.toString()
  return isSame ? null : { name: data.toString('latin1').slice(0, 200), got: charset, expected: encoding }
}
