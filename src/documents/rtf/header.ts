/** Reads the header of RTF: fonts, styles, document properties. */

import { isCodeStyle, type NamedStyle, namedStyle } from '../converted/flow/style-names.ts'
import { encodingOfCharset, encodingOfPage } from './code-pages.ts'
import type { ColourTable } from './looks.ts'
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

/** Reads `{\fonttbl{\f0\fcharset0 Times;}…}`, with or without inner groups. */
export function fontTable(fonts: Map<number, RtfFont>): RtfDestination {
  let id: number | null = null
  let encoding: string | null = null
  let name = ''
  return {
    text(text) {
      name = (name + text).slice(0, 200)
      if (!name.includes(';') || id === null) return
      if (fonts.size < maxEntries) fonts.set(id, { name: name.split(';', 1)[0] as string, encoding })
      name = ''
      id = null
      encoding = null
    },
    word(word, number) {
      if (word === 'f') {
        id = number ?? 0
        name = ''
        encoding = null
      } else if (word === 'fcharset') encoding = encodingOfCharset(number ?? 0)
      else if (word === 'cpg') encoding = encodingOfPage(number ?? 0)
      else return false
      return true
    },
  }
}

/** Reads `{\colortbl;\red255\green0\blue0;}`. */
export function colourTable(colours: ColourTable): RtfDestination {
  let channels: Record<string, number> = {}
  return {
    text(text) {
      for (const char of text) {
        if (char !== ';' || colours.length >= maxEntries) continue
        const { red, green = 0, blue = 0 } = channels
        colours.push(red === undefined ? null : [red, green, blue])
        channels = {}
      }
    },
    word(word, number) {
      if (!/^(?:red|green|blue)$/.test(word)) return false
      channels = { red: 0, ...channels, [word]: number ?? 0 }
      return true
    },
  }
}

/** Reads `{\stylesheet{\s1\outlinelevel0 heading 1;}…}`: paragraph styles, and the character styles for code. */
export function styleSheet(styles: Map<number, RtfStyle>, codeStyles: Set<number>): RtfDestination {
  let name = ''
  let id: number | null = 0
  let ofCharacters: number | null = null
  let outline: number | null = null
  let basedOn: number | null = null
  return {
    text(text) {
      name = (name + text).slice(0, 200)
      if (!name.includes(';')) return
      if (id !== null && styles.size < maxEntries) {
        styles.set(id, { named: namedStyle(name.split(';', 1)[0] as string), outline, basedOn })
      }
      if (ofCharacters !== null && isCodeStyle(name.split(';', 1)[0] as string)) codeStyles.add(ofCharacters)
      name = ''
      id = 0
      ofCharacters = null
      outline = null
      basedOn = null
    },
    word(word, number) {
      if (word === 's') id = number ?? 0
      else if (word === 'cs' || word === 'ds' || word === 'ts') {
        id = null
        ofCharacters = word === 'cs' ? number : null
      } else if (word === 'outlinelevel') outline = number ?? 0
      else if (word === 'sbasedon') basedOn = number === 222 ? null : number
      else return false
      return true
    },
  }
}

/** Returns a style including properties inherited from the styles it is based on. Stops at a cycle. */
export function resolveStyle(styles: ReadonlyMap<number, RtfStyle>, id: number | null): Omit<RtfStyle, 'basedOn'> {
  let named: NamedStyle | null = null
  let outline: number | null = null
  let next = id
  for (let steps = 0; next !== null && steps < 12; steps++) {
    const style = styles.get(next)
    if (!style) break
    named ??= style.named
    outline ??= style.outline
    if (named !== null) break
    next = style.basedOn === next ? null : style.basedOn
  }
  return { named, outline }
}

interface RtfTime {
  yr: number
  mo: number
  dy: number
  hr: number
  min: number
  sec: number
}

/** Reads `{\creatim\yr2024\mo5\dy17\hr9\min30}`, with the fields in any order. */
export function timeFields(onEnd: (iso: string | null) => void): RtfDestination {
  const time: RtfTime = { yr: 0, mo: 0, dy: 0, hr: 0, min: 0, sec: 0 }
  return {
    text() {},
    word(word, number) {
      if (!Object.hasOwn(time, word)) return false
      time[word as keyof RtfTime] = number ?? 0
      return true
    },
    end: () => onEnd(isoOf(time)),
  }
}

/** Returns the author's local time, as the time zone isn't specified. */
function isoOf({ yr, mo, dy, hr, min, sec }: RtfTime): string | null {
  if (yr < 1980 || yr > 9999 || mo < 1 || mo > 12 || dy < 1 || dy > 31 || hr > 23 || min > 59) return null
  const two = (value: number) => String(value).padStart(2, '0')
  return `${yr}-${two(mo)}-${two(dy)}T${two(hr)}:${two(min)}:${two(Math.min(sec, 59))}`
}
