/** RTF control words that set properties of the following text, end a paragraph or cell, or represent a character. */

import { encodingOfPage } from './header.ts'
import type { RtfDocument } from './rtf-document.ts'
import { plainCharacters, plainRtfParagraph, type RtfCharacters, type RtfParagraph, tableDepthOf } from './state.ts'

type Word = (document: RtfDocument, number: number | null) => void

export const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['~', '\u00a0'],
  ['-', ''],
  ['_', '\u2011'],
  ['emdash', '—'],
  ['endash', '–'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['qmspace', '\u2005'],
  ['bullet', '•'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['zwj', '\u200d'],
  ['zwnj', '\u200c'],
  ['ltrmark', '\u200e'],
  ['rtlmark', '\u200f'],
])

type Changes<T> = Readonly<Record<string, (number: number) => Partial<T>>>

const ground = (number: number) => ({ ground: number })
const isDrawn = (number: number) => ({ isDrawn: number !== 0 })
const isHidden = (number: number) => ({ isHidden: number !== 0 })
const strike = (number: number) => ({ strike: number !== 0 })

/** A missing number counts as 1. */
const ofCharacters: Changes<RtfCharacters> = {
  b: (number) => ({ bold: number !== 0 }),
  i: (number) => ({ italic: number !== 0 }),
  ...{ strike, striked: strike },
  super: (number) => ({ raised: number === 0 ? null : 'sup' }),
  sub: (number) => ({ raised: number === 0 ? null : 'sub' }),
  up: (halfPoints) => ({ raised: halfPoints === 0 ? null : 'sup', rise: halfPoints / 2 }),
  dn: (halfPoints) => ({ raised: halfPoints === 0 ? null : 'sub', rise: -halfPoints / 2 }),
  nosupersub: () => ({ raised: null }),
  f: (font) => ({ font }),
  fs: (halfPoints) => ({ points: halfPoints / 2 }),
  cf: (colour) => ({ colour }),
  ...{ cb: ground, highlight: ground, chcbpat: ground },
  expnd: (quarters) => ({ letterSpacing: quarters / 4 }),
  expndtw: (twips) => ({ letterSpacing: twips / 20 }),
  charscalex: (percent) => ({ widthScale: percent / 100 }),
  ...{ outl: isDrawn, shad: isDrawn, embo: isDrawn, impr: isDrawn },
  ...{ v: isHidden, spv: isHidden },
  deleted: (number) => ({ isDeleted: number !== 0 }),
}

/** In twips. */
const minLineHeight = 40

/** A missing number counts as 0. */
const ofParagraphs: Changes<RtfParagraph> = {
  s: (style) => ({ style }),
  outlinelevel: (outline) => ({ outline }),
  ls: (list) => ({ list }),
  ilvl: (level) => ({ listLevel: Math.min(Math.max(0, level), 8) }),
  intbl: () => ({ isInTable: true }),
  itap: (depth) => ({ tableDepth: Math.max(0, depth) }),
  li: (indent) => ({ indent }),
  fi: (firstIndent) => ({ firstIndent }),
  cbpat: ground,
  // A negative value means an exact line height.
  sl: (height) => ({ isClipped: height < 0 && height > -minLineHeight }),
  posx: (left) => ({ left }),
  posnegx: (left) => ({ left }),
}

/** Words that apply until the end of the group, including in groups outside the document's text. */
export const stateWords: ReadonlyMap<string, Word> = new Map<string, Word>([
  ...Object.entries(ofCharacters).map(([name, change]): [string, Word] => [
    name,
    (document, number) => document.setCharacters(change(number ?? 1)),
  ]),
  ...Object.entries(ofParagraphs).map(([name, change]): [string, Word] => [
    name,
    ({ state }, number) => Object.assign(state, { paragraph: { ...state.paragraph, ...change(number ?? 0) } }),
  ]),
  ['cs', (document, number) => document.setCharacters({ code: document.codeStyles.has(number ?? 0) })],
  ['plain', (document) => document.setCharacters({ ...plainCharacters, href: document.state.characters.href })],
  ['pard', ({ state }) => Object.assign(state, { paragraph: plainRtfParagraph })],
  ['uc', ({ state }, number) => Object.assign(state, { fallbackChars: Math.min(Math.max(0, number ?? 1), 100) })],
  ['ansicpg', (document, page) => Object.assign(document, { encoding: encodingOfPage(page ?? 1252) })],
  ['mac', (document) => Object.assign(document, { encoding: encodingOfPage(10000) })],
  ['deff', (document, font) => Object.assign(document, { defaultFont: font })],
  ['paperw', (document, width) => Object.assign(document, { paperWidth: Math.max(width ?? 0, 12_240) })],
])

const maxCells = 1000

function beginRow(document: RtfDocument): void {
  document.row = { cells: [], isHeader: false }
  document.cell = { joinsLeft: false, joinsAbove: false, ground: 0 }
}

/** `\cellxN` ends the definition of a cell and gives its right edge. */
function defineCell(document: RtfDocument, right: number | null): void {
  const { cells } = document.row
  if (cells.length < maxCells) cells.push({ ...document.cell, right: right ?? 0 })
  document.cell = { joinsLeft: false, joinsAbove: false, ground: 0 }
}

const endParagraph: Word = (document) => document.flow.endParagraph(document.endStyle(), tableDepthOf(document.state))

/** Words that apply only in the document's text. */
export const textWords: ReadonlyMap<string, Word> = new Map<string, Word>([
  ...['par', '\n', '\r', 'sect', 'page', 'column'].map((name): [string, Word] => [name, endParagraph]),
  ['tab', (document) => document.tab()],
  ['line', ({ flow, state }) => void (state.characters.isHidden || flow.inline.lineBreak())],
  ['cell', (document) => document.flow.endCell(document.endStyle(), 1)],
  ['row', ({ flow, row }) => flow.endRow({ ...row }, 1)],
  ['nestcell', (document) => document.flow.endCell(document.endStyle(), tableDepthOf(document.state))],
  ['nestrow', ({ flow, row, state }) => flow.endRow({ ...row }, tableDepthOf(state))],
  ['trowd', beginRow],
  ['trhdr', ({ row }) => Object.assign(row, { isHeader: true })],
  ['clmrg', ({ cell }) => Object.assign(cell, { joinsLeft: true })],
  ['clvmrg', ({ cell }) => Object.assign(cell, { joinsAbove: true })],
  ['clcbpat', ({ cell }, number) => Object.assign(cell, { ground: number ?? 0 })],
  ['cellx', defineCell],
])
