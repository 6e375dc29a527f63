/** Six ways to hide a sentence in an RTF document, and documents in which it only looks hidden. */

import { casesOf, type HiddenTextCase } from './hidden-case.ts'

const { hidden, visible } = casesOf('rtf')

/** Colors, numbered from 1: black, white, dark blue, light gray. */
const rtf = (...paragraphs: string[]) =>
  new TextEncoder().encode(
    String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss DejaVu Sans;}}{\colortbl;\red0\green0\blue0;\red255\green255\blue255;\red31\green56\blue100;\red191\green191\blue191;}` +
      `${paragraphs.map((content) => String.raw`\pard\plain\f0\fs24 ${content}`).join('')}}`,
  )

/** Puts these control words before the second sentence. */
const after = (make: typeof hidden, title: string, words: string) =>
  make(title, (plain, other) => rtf(String.raw`${plain}\par`, String.raw`{${words} ${other}}\par`))

/** A table with a row for each sentence. `cellWords` and `words` apply to the second cell and its text. */
const inCell = (make: typeof hidden, title: string, cellWords: string, words: string) =>
  make(title, (plain, other) =>
    rtf(
      String.raw`\trowd\cellx9000\intbl ${plain}\cell\row`,
      String.raw`\trowd${cellWords}\cellx9000\intbl{${words} ${other}}\cell\row`,
      String.raw`\par`,
    ),
  )

export const rtfCases: readonly HiddenTextCase[] = [
  after(hidden, 'hidden characters', String.raw`\v`),
  after(hidden, 'white text', String.raw`\cf2`),
  after(hidden, '1 pt text', String.raw`\fs2`),
  after(hidden, 'text in the colour of its shading', String.raw`\cf3\chshdng0\chcbpat3`),
  inCell(hidden, 'text in the colour of its cell', String.raw`\clcbpat3`, String.raw`\cf3`),
  hidden('a table row with an exact height of 0.1 pt', (plain, other) =>
    rtf(
      String.raw`\trowd\cellx9000\intbl ${plain}\cell\row`,
      String.raw`\trowd\trrh-2\cellx9000\intbl ${other}\cell\row`,
      String.raw`\par`,
    ),
  ),
  after(visible, 'white text on dark shading', String.raw`\cf2\chshdng0\chcbpat3`),
  inCell(visible, 'white text in a dark cell', String.raw`\clcbpat3`, String.raw`\cf2`),
  after(visible, 'a hidden control word that the next one turns off', String.raw`\v\v0`),
  after(visible, 'light gray 5 pt text', String.raw`\cf4\fs10`),
]
