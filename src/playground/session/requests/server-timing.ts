/** Reads `Server-Timing`: where the time of a request went. @see https://www.w3.org/TR/server-timing/ */

import { ownField } from '../../operations/own-field.ts'

interface TimedStage {
  name: string
  ms: number
}

export interface Timing {
  stages: TimedStage[]
  totalMs: number
}

/** Stages in the header's order. What they do not account for is the stage `other`; `measuredMs` is the total where none is told. */
export function readServerTiming(header: string | null, measuredMs: number): Timing {
  const entries = splitEntries(header ?? '').flatMap((entry): TimedStage[] => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const duration = parameters.find((parameter) => /^dur\s*=/i.test(parameter))
    const ms = Number(duration?.replace(/^dur\s*=\s*/i, '').replaceAll('"', ''))
    return name === '' || duration === undefined || !Number.isFinite(ms) || ms < 0 ? [] : [{ name, ms }]
  })
  const stages = entries.filter(({ name, ms }) => name !== 'total' && ms > 0)
  const sum = stages.reduce((total, { ms }) => total + ms, 0)
  const totalMs = Math.max(entries.find(({ name }) => name === 'total')?.ms ?? measuredMs, sum)
  const otherMs = totalMs - sum
  return { stages: otherMs > 0.5 && stages.length > 0 ? [...stages, { name: 'other', ms: otherMs }] : stages, totalMs }
}

/** At commas that do not stand between quotes. */
function splitEntries(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []
}

const stageWords: Readonly<Record<string, string>> = {
  queue: 'Waiting for a turn',
  name: 'Finding the name',
  connection: 'Connecting',
  'first-byte': 'Waiting for the first byte',
  body: 'Receiving',
  render: 'Running the page',
  parse: 'Parsing',
  format: 'Formatting',
  model: 'Language model',
  other: 'Other',
}

export function stageLabel(name: string): string {
  return ownField(stageWords, name) ?? name
}
