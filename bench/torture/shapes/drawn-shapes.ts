/** Draws shapes from a seed. Alternates between kinds, and between the families of each kind. */

import { openRandom, seedOf } from '../random.ts'
import { epubShapes } from './book-shapes.ts'
import { odtShapes, rtfShapes } from './flow-shapes.ts'
import { pageShapes } from './page-shapes.ts'
import { pdfShapes } from './pdf-shapes.ts'
import type { Family } from './pieces.ts'
import type { Shape, ShapeKind } from './shape.ts'
import { csvShapes, odsShapes, tsvShapes, xlsShapes, xlsxShapes } from './sheet-shapes.ts'
import { odpShapes, pptxShapes } from './slide-shapes.ts'
import { wordShapes } from './word-shapes.ts'

const families: Record<ShapeKind, readonly Family[]> = {
  pdf: pdfShapes,
  docx: wordShapes,
  odt: odtShapes,
  rtf: rtfShapes,
  epub: epubShapes,
  xlsx: xlsxShapes,
  xls: xlsShapes,
  ods: odsShapes,
  csv: csvShapes,
  tsv: tsvShapes,
  pptx: pptxShapes,
  odp: odpShapes,
  html: pageShapes,
}

export const shapeKinds = Object.keys(families) as ShapeKind[]

/** Returns a seed's shapes from number `from` on. Each is the same regardless of which others are drawn. */
export function drawShapes(seed: number, count: number, from = 0): Shape[] {
  return Array.from({ length: count }, (_, n) => drawShape(seed, from + n))
}

/** Returns one shape of each kind, from families that the seed chooses. */
export function drawOfEachKind(seed: number): Shape[] {
  const random = openRandom(seed)
  return shapeKinds.map((_, at) => drawShape(seed, at + shapeKinds.length * random.integer(0, 999)))
}

function drawShape(seed: number, number: number): Shape {
  const kind = shapeKinds[number % shapeKinds.length] as ShapeKind
  const own = families[kind]
  const [name, write] = own[Math.floor(number / shapeKinds.length) % own.length] as Family
  return { kind, name: `${name} (${seed}:${number})`, build: () => write(openRandom(seedOf(seed, number))) }
}
