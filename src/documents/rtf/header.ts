/** Reads the header of RTF: encodings, fonts, colors, styles, dates. */

import { isCodeStyle, type NamedStyle, namedStyle } from '../converted/flow/style-names.ts'
import type { Rgb } from '../converted/hidden-text.ts'
import type { RtfDestination } from './state.ts'

export interface RtfFont {
  name: string
  /** WHATWG name; null for the document's own encoding. */
  encoding: string | null
}

export interface RtfStyle {
  named: NamedStyle | null
  /** Starting at 0; null if the style doesn't specify it. */
  outline: number | null
  basedOn: number | null
}

const maxEntries = 10_000
const maxNameChars = 200

type Numbers = Readonly<Partial<Record<string, number>>>

/** Reads entries ending with a semicolon, such as `{\f0\fcharset0 Times;}`. `words`: control words whose numbers belong to an entry. */
function table(words: RegExp, onEntry: (name: string, numbers: Numbers) => void): RtfDestination {
  let name = ''
  let numbers: Record<string, number> = {}
  let entries = 0
  return {
    text(text) {
      for (const char of text) {
        if (char !== ';') {
          if (name.length < maxNameChars) name += char
          continue
        }
        if (entries++ < maxEntries) onEntry(name, numbers)
        name = ''
        numbers = {}
      }
    },
    word(word, number) {
      if (!words.test(word)) return false
      numbers[word] = number ?? 0
      return true
    },
  }
}

/** Reads `{\fonttbl{\f0\fcharset0 Times;}…}`, with or without inner groups. */
export function fontTable(fonts: Map<number, RtfFont>): RtfDestination {
  return table(/^(?:f|fcharset|cpg)$/, (name, { f, fcharset = 0, cpg }) => {
    const encoding = cpg === undefined ? (encodingByCharset.get(fcharset) ?? null) : encodingOfPage(cpg)
    if (f !== undefined) fonts.set(f, { name, encoding })
  })
}

/** Reads `{\colortbl;\red255\green0\blue0;}`. An entry without numbers means the automatic color. */
export function colourTable(colours: (Rgb | null)[]): RtfDestination {
  return table(/^(?:red|green|blue)$/, (_, numbers) => {
    const { red = 0, green = 0, blue = 0 } = numbers
    colours.push(Object.keys(numbers).length === 0 ? null : [red, green, blue])
  })
}

/** Reads `{\stylesheet{\s1\outlinelevel0 heading 1;}…}`: paragraph styles, and the character styles for code. */
export function styleSheet(styles: Map<number, RtfStyle>, codeStyles: Set<number>): RtfDestination {
  return table(/^(?:s|cs|ds|ts|outlinelevel|sbasedon)$/, (name, { s = 0, cs, ds, ts, outlinelevel, sbasedon }) => {
    if (cs !== undefined && isCodeStyle(name)) codeStyles.add(cs)
    if (cs !== undefined || ds !== undefined || ts !== undefined) return
    styles.set(s, { named: namedStyle(name), outline: outlinelevel ?? null, basedOn: sbasedon ?? null })
  })
}

/** Returns a style, including the properties that it inherits from the styles it is based on. Stops at a cycle. */
export function resolveStyle(styles: ReadonlyMap<number, RtfStyle>, id: number | null): Omit<RtfStyle, 'basedOn'> {
  let style = styles.get(id ?? -1)
  let outline: number | null = null
  for (let steps = 0; style && steps < 12; steps++) {
    outline ??= style.outline
    if (style.named !== null) return { named: style.named, outline }
    style = styles.get(style.basedOn ?? -1)
  }
  return { named: null, outline }
}

/** Reads `{\creatim\yr2024\mo5\dy17\hr9\min30}`, which gives the author's local time without a time zone. */
export function timeFields(onEnd: (iso: string) => void): RtfDestination {
  const time: Record<string, number> = {}
  return {
    text() {},
    word(word, number) {
      time[word] = number ?? 0
      return true
    },
    end() {
      const { yr = 0, mo = 0, dy = 0, hr = 0, min = 0, sec = 0 } = time
      const date = new Date(Date.UTC(yr, mo - 1, dy, hr, min, sec))
      if (yr >= 1980 && yr <= 9999 && date.getUTCFullYear() === yr) onEnd(date.toISOString().slice(0, 19))
    },
  }
}

/** Reads `name number number; name number`. */
function pages(text: string): ReadonlyMap<number, string> {
  return new Map(
    text.split('; ').flatMap((part) => {
      const [name = '', ...numbers] = part.split(' ')
      return numbers.map((number): [number, string] => [Number(number), name])
    }),
  )
}

/** WHATWG names by code page, except Windows code pages. */
const byPage = pages(
  'ibm866 866; windows-874 874; shift_jis 932; gbk 936; euc-kr 949; big5 950; macintosh 10000; x-mac-cyrillic 10007; gb18030 54936; utf-8 65001',
)

/** Returns the encoding for `\ansicpgN`; Western European if unknown. */
export function encodingOfPage(page: number): string {
  return byPage.get(page) ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')
}

/** WHATWG names by `\fcharsetN`. Other character sets use the document's encoding. */
const encodingByCharset = pages(
  'macintosh 77; shift_jis 128; euc-kr 129 130; gbk 134; big5 136; windows-1253 161; windows-1254 162; windows-1258 163; windows-1255 177; windows-1256 178; windows-1257 186; windows-1251 204; windows-874 222; windows-1250 238',
)
