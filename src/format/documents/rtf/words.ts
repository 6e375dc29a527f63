/** Control words of RTF: what they set for the text behind them, what they end, which characters they are. */

import { plainRun, type RunStyle } from '../flow/inline-writer.ts'
import { encodingOfPage } from './code-pages.ts'
import type { RtfReading } from './reading.ts'
import { plainRtfParagraph, type RtfParagraph, tableDepthOf } from './state.ts'

type Word = (reader: RtfReading, number: number | null) => void

/** Characters that have a name. */
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

const strike = setRun((number) => ({ strike: isOn(number) }))

/** What holds for the group from here on. */
export const stateWords: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['b', setRun((number) => ({ bold: isOn(number) }))],
  ['i', setRun((number) => ({ italic: isOn(number) }))],
  ['strike', strike],
  ['striked', strike],
  ['super', setRun((number) => ({ raised: isOn(number) ? 'sup' : null }))],
  ['sub', setRun((number) => ({ raised: isOn(number) ? 'sub' : null }))],
  ['up', setRun((number) => ({ raised: isOn(number) ? 'sup' : null }))],
  ['dn', setRun((number) => ({ raised: isOn(number) ? 'sub' : null }))],
  ['nosupersub', setRun(() => ({ raised: null }))],
  [
    'plain',
    ({ state }) => {
      state.run = { ...plainRun, href: state.run.href }
      state.isHidden = false
      state.isDeleted = false
      state.font = null
    },
  ],
  [
    'v',
    ({ state }, number) => {
      state.isHidden = isOn(number)
    },
  ],
  [
    'deleted',
    ({ state }, number) => {
      state.isDeleted = isOn(number)
    },
  ],
  [
    'f',
    ({ state }, number) => {
      state.font = number
    },
  ],
  [
    'lang',
    ({ state }, number) => {
      state.language = number
    },
  ],
  [
    'uc',
    ({ state }, number) => {
      state.fallbackChars = Math.min(Math.max(0, number ?? 1), 100)
    },
  ],
  [
    'pard',
    ({ state }) => {
      state.paragraph = plainRtfParagraph
    },
  ],
  ['s', setParagraph((style) => ({ style }))],
  ['outlinelevel', setParagraph((outline) => ({ outline }))],
  ['ls', setParagraph((list) => ({ list: list ?? 0 }))],
  ['ilvl', setParagraph((listLevel) => ({ listLevel: Math.min(Math.max(0, listLevel ?? 0), 8) }))],
  ['intbl', setParagraph(() => ({ isInTable: true }))],
  ['itap', setParagraph((tableDepth) => ({ tableDepth: Math.max(0, tableDepth ?? 0) }))],
  ['li', setParagraph((indent) => ({ indent: indent ?? 0 }))],
  [
    'ansicpg',
    (reader, number) => {
      reader.encoding = encodingOfPage(number ?? 1252)
    },
  ],
  [
    'mac',
    (reader) => {
      reader.encoding = encodingOfPage(10000)
    },
  ],
  [
    'deff',
    (reader, number) => {
      reader.defaultFont = number
    },
  ],
  [
    'deflang',
    ({ state }, number) => {
      state.language ??= number
    },
  ],
])

const endParagraph: Word = (reader) => reader.endParagraph()
const endRow: Word = (reader) => reader.endRow(1)
/** Rows of more cells have no definition for the rest. */
const maxCells = 1000

/** What counts where text of the document stands. */
export const textWords: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['par', endParagraph],
  ['sect', endParagraph],
  ['page', endParagraph],
  ['column', endParagraph],
  ['line', ({ flow, state }) => void (state.isHidden || flow.inline.lineBreak())],
  ['cell', (reader) => reader.endCell(1)],
  ['row', endRow],
  ['nestcell', (reader) => reader.endCell(tableDepthOf(reader.state))],
  ['nestrow', (reader) => reader.endRow(tableDepthOf(reader.state))],
  [
    'trowd',
    (reader) => {
      reader.row = { cells: [], isHeader: false }
      reader.cell = { joinsLeft: false, joinsAbove: false }
    },
  ],
  [
    'trhdr',
    ({ row }) => {
      row.isHeader = true
    },
  ],
  [
    'clmrg',
    ({ cell }) => {
      cell.joinsLeft = true
    },
  ],
  [
    'clvmrg',
    ({ cell }) => {
      cell.joinsAbove = true
    },
  ],
  [
    'cellx',
    (reader, number) => {
      if (reader.row.cells.length < maxCells) reader.row.cells.push({ ...reader.cell, right: number ?? 0 })
      reader.cell = { joinsLeft: false, joinsAbove: false }
    },
  ],
])
