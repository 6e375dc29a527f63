/** `bench/RESULTS.md`: a section for each row, with the table of its last measurement, and where that was made. */

import { cpus, totalmem } from 'node:os'
import { median } from '../rig/figures.ts'
import type { Measurement, Row } from './row.ts'

/** Cells of the table: what, the median of the rounds, the lowest and the highest, the bar, whether it is met, the medians of both sides. */
export function cellsOf({ what, unit, values, bar, note }: Measurement): string[] {
  const show = (value: number) => `${value.toFixed(unit === '×' ? 2 : 0)}${unit === '×' ? '×' : ' ms'}`
  const middle = median(values)
  const isMet = 'atLeast' in bar ? middle >= bar.atLeast : middle <= bar.atMost
  const goal = 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`
  const spread = `${show(Math.min(...values))} – ${show(Math.max(...values))}`
  return [what, show(middle), spread, goal + (unit === '×' ? '×' : ' ms'), isMet ? 'met' : 'not met', note]
}

export const headings = ['', 'median', 'lowest – highest', 'goal', '', 'both sides']

/** The section of a row. `versions` names what is compared. */
export function sectionOf(row: Row, rounds: number, measurements: readonly Measurement[], versions: string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rounded = row.isLong ? '' : `, ${rounds} rounds in turn`
  return [
    `## ${row.name}`,
    '',
    `${row.title[0]?.toUpperCase()}${row.title.slice(1)}.`,
    '',
    line(headings),
    line(headings.map(() => '---')),
    ...measurements.map((measurement) => line(cellsOf(measurement))),
    '',
    `${new Date().toISOString().slice(0, 10)}${rounded}; ${machine()}; ${versions}.`,
  ].join('\n')
}

function machine(): string {
  const [first, ...others] = cpus()
  return `${others.length + 1} cores of ${first?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`
}

/** The document with this section in the place of the one of the same name, or at its end. */
export function withSection(document: string, section: string): string {
  const name = section.slice(0, section.indexOf('\n'))
  const [head = '', ...sections] = document.trimEnd().split(/\n\n(?=## )/)
  const at = sections.findIndex((old) => old.startsWith(`${name}\n`))
  if (at >= 0) sections[at] = section
  else sections.push(section)
  return `${[head, ...sections].join('\n\n')}\n`
}
