/** Texts in RTF that hide a sentence, 6 ways, and ones in which it only looks hidden. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'

const { hidden, visible } = casesOf('rtf')

/** Colours from 1: black, white, dark blue, light gray. */
const rtf = (...paragraphs: string[]) =>
  new TextEncoder().encode(
    String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss DejaVu Sans;}}{\colortbl;\red0\green0\blue0;\red255\green255\blue255;\red31\green56\blue100;\red191\green191\blue191;}` +
      `${paragraphs.map((content) => String.raw`\pard\plain\f0\fs24 ${content}`).join('')}}`,
  )

/** The second sentence after these control words. */
const after = (make: typeof hidden, title: string, words: string) =>
  make(title, (plain, other) => rtf(String.raw`${plain}\par`, String.raw`{${words} ${other}}\par`))

/** A table with a cell for each sentence; the second one's has these properties. */
const inCell = (make: typeof hidden, title: string, cellWords: string, words: string) =>
  make(title, (plain, other) =>
    rtf(
      String.raw`\trowd\cellx9000\intbl ${plain}\cell\row`,
      String.raw`\trowd${cellWords}\cellx9000\intbl{${words} ${other}}\cell\row`,
      String.raw`\par`,
    ),
  )

export const rtfCases: readonly HiddenTextCase[] = [
  after(hidden, 'hidden letters', String.raw`\v`),
  after(hidden, 'white text', String.raw`\cf2`),
  after(hidden, '1 point', String.raw`\fs2`),
  after(hidden, 'the colour of the ground of the letters', String.raw`\cf3\chshdng0\chcbpat3`),
  inCell(hidden, 'the colour of the ground of the cell', String.raw`\clcbpat3`, String.raw`\cf3`),
  hidden('a row of an exact height of nearly nothing', (plain, other) =>
    rtf(
      String.raw`\trowd\cellx9000\intbl ${plain}\cell\row`,
      String.raw`\trowd\trrh-2\cellx9000\intbl ${other}\cell\row`,
      String.raw`\par`,
    ),
  ),
  after(visible, 'white text on dark ground', String.raw`\cf2\chshdng0\chcbpat3`),
  inCell(visible, 'white text in a dark cell', String.raw`\clcbpat3`, String.raw`\cf2`),
  after(visible, 'hidden letters, which the next word takes back', String.raw`\v\v0`),
  after(visible, 'light gray text of 5 points', String.raw`\cf4\fs10`),
]
