/** Writes `bench/RESULTS.md`, with one section per row, describing the row's last measurement and the machine. */

import { cpus, totalmem } from 'node:os'
import { median } from '../rig/figures.ts'
import type { Measurement, Row } from './row.ts'

/** Returns the table's cells: label, median, minimum and maximum of the rounds, goal, whether it was met, and medians of both sides. */
export function cellsOf({ what, unit, values, bar, note }: Measurement): string[] {
  const show = (value: number) => `${value.toFixed(unit === '×' ? 2 : 0)}${unit === '×' ? '×' : ' ms'}`
  const middle = median(values)
  const isMet = 'atLeast' in bar ? middle >= bar.atLeast : middle <= bar.atMost
  const goal = 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`
  const spread = `${show(Math.min(...values))} – ${show(Math.max(...values))}`
  return [what, show(middle), spread, goal + (unit === '×' ? '×' : ' ms'), isMet ? 'met' : 'not met', note]
}

export const headings = ['', 'median', 'lowest – highest', 'goal', '', 'both sides']

/** Returns the section for a row. `versions` names the compared programs. */
export function sectionOf(row: Row, rounds: number, measurements: readonly Measurement[], versions: string): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rounded = row.isLong ? '' : `, ${rounds} alternating rounds`
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

/** Returns the document with this section, which replaces the section of the same name or is added at the end. */
export function withSection(document: string, section: string): string {
  const name = section.slice(0, section.indexOf('\n'))
  const [head = '', ...sections] = document.trimEnd().split(/\n\n(?=## )/)
  const at = sections.findIndex((old) => old.startsWith(`${name}\n`))
  if (at >= 0) sections[at] = section
  else sections.push(section)
  return `${[head, ...sections].join('\n\n')}\n`
}
