/** Compares every code of every web encoding with Chromium's decoders. */

import { decodeText } from '../../../src/page/encodings.ts'
import { sharedChromium } from '../../../test/chromium.ts'
import { browserPath } from '../../../test/render/open-renderer.ts'
import type { Failure, Suite } from '../suite.ts'
import { codesOf, encodingNames } from './encoding-codes.ts'

const maxFailures = 1000

export const encodings: Suite = {
  name: 'encodings',
  source: 'TextDecoder of Chromium, all codes',
  needsBrowser: true,
  async run({ isShort }) {
    if (browserPath === null) return null
    const page = await (await sharedChromium()).newPage()
    try {
      const failures: Failure[] = []
      let cases = 0
      let misread = 0
      for (const encoding of encodingNames) {
        for (const [n, { codes, separator }] of codesOf(encoding).entries()) {
          // Most codes have three or four bytes.
          if (isShort && n > 1 && n % shortStep !== 0) continue
          cases += codes.length
          const bytes = Buffer.concat(codes.flatMap((code) => [Buffer.from(code), separator]))
          const expected = await page.evaluate(decodeInBrowser, { encoding, base64: bytes.toString('base64') })
          const got = decodeText(bytes, encoding)
          for (const failure of got === expected ? [] : differences(encoding, codes, got, expected)) {
            if (failure.got === misreadByChromium[failure.name]) misread++
            else failures.push(failure)
          }
        }
      }
      const passed = cases - failures.length - misread
      return { cases, passed, style: { 'misread by Chromium': misread }, failures: failures.slice(0, maxFailures) }
    } finally {
      await page.close()
    }
  },
}

/** The standard's codes for two characters. Chromium 156 gives `U+93 U+DF04` etc. @see https://encoding.spec.whatwg.org/#big5-decoder */
const misreadByChromium: Record<string, string> = {
  'big5 8862': 'U+CA U+304',
  'big5 8864': 'U+CA U+30C',
  'big5 88a3': 'U+EA U+304',
  'big5 88a5': 'U+EA U+30C',
}

const shortStep = 32

function decodeInBrowser({ encoding, base64 }: { encoding: string; base64: string }): string {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new TextDecoder(encoding).decode(bytes)
}

/** A separator is a line break in every encoding, regardless of what precedes it. */
function differences(encoding: string, codes: readonly number[][], got: string, expected: string): Failure[] {
  const [ours, theirs] = [got.split('\n'), expected.split('\n')]
  return theirs.flatMap((text, n) => {
    if (text === ours[n]) return []
    const code = Buffer.from(codes[n] ?? []).toString('hex')
    return [{ name: `${encoding} ${code}`, got: escaped(ours[n] ?? ''), expected: escaped(text) }]
  })
}

function escaped(text: string): string {
  return [...text].map((char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}`).join(' ')
}
