/** RTF control words that set properties for the following text, end something, or represent a character. */

import { plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import { encodingOfPage } from './code-pages.ts'
import { lookWords, plainLook, type RtfLook } from './looks.ts'
import type { RtfReading } from './reading.ts'
import { plainRtfParagraph, type RtfParagraph, type RtfState, tableDepthOf } from './state.ts'

type Word = (reader: RtfReading, number: number | null) => void

/** Characters that have a control word. */
export const namedCharacters: ReadonlyMap<string, string> = new Map([
  ['~', '\u00a0'],
  ['-', ''],
  ['_', '\u2011'],
  ['tab', '\t'],
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

const isOn = (number: number | null) => number !== 0

const setRun =
  (change: (number: number | null) => Partial<RunStyle>): Word =>
  (reader, number) =>
    reader.setRun(change(number))

const setParagraph =
  (change: (number: number | null) => Partial<RtfParagraph>): Word =>
  ({ state }, number) => {
    state.paragraph = { ...state.paragraph, ...change(number) }
  }

const setState =
  (change: (number: number | null, state: RtfState) => Partial<RtfState>): Word =>
  ({ state }, number) => {
    Object.assign(state, change(number, state))
  }

const setLook =
  (change: (number: number) => Partial<RtfLook>): Word =>
  ({ state }, number) => {
    state.look = { ...state.look, ...change(number ?? 1) }
  }

/** Makes letters superscript or subscript. `direction`: 1 or -1. */
const setRise =
  (raised: 'sup' | 'sub', direction: number): Word =>
  (reader, number) => {
    reader.setRun({ raised: isOn(number) ? raised : null })
    setLook((halfPoints) => ({ rise: (direction * halfPoints) / 2 }))(reader, number ?? 6)
  }

const setDocument =
  (change: (number: number | null) => Partial<Pick<RtfReading, 'encoding' | 'defaultFont' | 'paperWidth'>>): Word =>
  (reader, number) => {
    Object.assign(reader, change(number))
  }

const strike = setRun((number) => ({ strike: isOn(number) }))

/** Words that apply until the end of the group, including in groups outside the document's text. */
export const stateWords: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['b', setRun((number) => ({ bold: isOn(number) }))],
  ['i', setRun((number) => ({ italic: isOn(number) }))],
  ['strike', strike],
  ['striked', strike],
  ['super', setRun((number) => ({ raised: isOn(number) ? 'sup' : null }))],
  ['sub', setRun((number) => ({ raised: isOn(number) ? 'sub' : null }))],
  ['up', setRise('sup', 1)],
  ['dn', setRise('sub', -1)],
  ...[...lookWords].map(([name, change]): [string, Word] => [name, setLook(change)]),
  ['nosupersub', setRun(() => ({ raised: null }))],
  ['cs', (reader, number) => reader.setRun({ code: reader.codeStyles.has(number ?? 0) })],
  [
    'plain',
    setState((_, { run }) => ({
      run: { ...plainRun, href: run.href },
      look: plainLook,
      isHidden: false,
      isWebHidden: false,
      isDeleted: false,
      font: null,
    })),
  ],
  ['v', setState((number) => ({ isHidden: isOn(number) }))],
  ['spv', setState((number) => ({ isHidden: isOn(number) }))],
  ['webhidden', setState((number) => ({ isWebHidden: isOn(number) }))],
  ['paperw', setDocument((paperWidth) => ({ paperWidth: Math.max(paperWidth ?? 0, 12_240) }))],
  ['deleted', setState((number) => ({ isDeleted: isOn(number) }))],
  ['f', setState((font) => ({ font }))],
  ['lang', setState((language) => ({ language }))],
  ['deflang', setState((number, { language }) => ({ language: language ?? number }))],
  ['uc', setState((number) => ({ fallbackChars: Math.min(Math.max(0, number ?? 1), 100) }))],
  ['ansicpg', setDocument((page) => ({ encoding: encodingOfPage(page ?? 1252) }))],
  ['mac', setDocument(() => ({ encoding: encodingOfPage(10000) }))],
  ['deff', setDocument((defaultFont) => ({ defaultFont }))],
  ['pard', setState(() => ({ paragraph: plainRtfParagraph }))],
  ['s', setParagraph((style) => ({ style }))],
  ['outlinelevel', setParagraph((outline) => ({ outline }))],
  ['ls', setParagraph((list) => ({ list: list ?? 0 }))],
  ['ilvl', setParagraph((listLevel) => ({ listLevel: Math.min(Math.max(0, listLevel ?? 0), 8) }))],
  ['intbl', setParagraph(() => ({ isInTable: true }))],
  ['itap', setParagraph((tableDepth) => ({ tableDepth: Math.max(0, tableDepth ?? 0) }))],
  ['li', setParagraph((indent) => ({ indent: indent ?? 0 }))],
  ['cbpat', setParagraph((ground) => ({ ground: ground ?? 0 }))],
  // A negative value means an exact line height.
  ['sl', setParagraph((height) => ({ isClipped: (height ?? 0) < 0 && (height ?? 0) > -minLineHeight }))],
  ['posx', setParagraph((left) => ({ left: left ?? 0 }))],
  ['posnegx', setParagraph((left) => ({ left: left ?? 0 }))],
])

/** In twips. */
const minLineHeight = 40

const endParagraph: Word = (reader) => reader.endParagraph()
/** Cells beyond this number in a row have no definition. */
const maxCells = 1000

function beginRow(reader: RtfReading): void {
  reader.row = { cells: [], isHeader: false }
  reader.cell = { joinsLeft: false, joinsAbove: false, ground: 0 }
}

/** `\cellxN` ends the definition of a cell and gives its right edge. */
function defineCell(reader: RtfReading, right: number | null): void {
  const { cells } = reader.row
  if (cells.length < maxCells) cells.push({ ...reader.cell, right: right ?? 0 })
  reader.cell = { joinsLeft: false, joinsAbove: false, ground: 0 }
}

const setRow =
  (change: Partial<RtfReading['row']>): Word =>
  ({ row }) => {
    Object.assign(row, change)
  }

const setCell =
  (change: (number: number | null) => Partial<RtfReading['cell']>): Word =>
  ({ cell }, number) => {
    Object.assign(cell, change(number))
  }

/** Words that apply only in the document's text. */
export const textWords: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['par', endParagraph],
  ['sect', endParagraph],
  ['page', endParagraph],
  ['column', endParagraph],
  ['line', ({ flow, state }) => void (state.isHidden || flow.inline.lineBreak())],
  ['cell', (reader) => reader.endCell(1)],
  ['row', (reader) => reader.endRow(1)],
  ['nestcell', (reader) => reader.endCell(tableDepthOf(reader.state))],
  ['nestrow', (reader) => reader.endRow(tableDepthOf(reader.state))],
  ['trowd', beginRow],
  ['trhdr', setRow({ isHeader: true })],
  ['clmrg', setCell(() => ({ joinsLeft: true }))],
  ['clvmrg', setCell(() => ({ joinsAbove: true }))],
  ['clcbpat', setCell((ground) => ({ ground: ground ?? 0 }))],
  ['cellx', defineCell],
])
