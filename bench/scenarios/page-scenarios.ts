/** Scenarios with one page: its HTML, its URL, and the strings that its markdown must or must not contain. */

import { readdirSync, readFileSync } from 'node:fs'
import { extract } from '../extract.mjs'
import type { Outcome } from './outcome.ts'

/** Text that begins with `re:` is a regular expression. */
interface PageScenario {
  url: string
  has: string[]
  lacks: string[]
  note?: string
}

const folder = new URL('pages/', import.meta.url)

/** Converts each page and compares its markdown with the expected strings. `only` is part of the name `GROUP/NAME`. */
export async function runPageScenarios(only = ''): Promise<Outcome[]> {
  const groups = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -'.json'.length)] : []))
  const outcomes: Outcome[] = []
  for (const group of groups) {
    const scenarios: Record<string, PageScenario> = JSON.parse(readFileSync(new URL(`${group}.json`, folder), 'utf8'))
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (!`${group}/${name}`.includes(only)) continue
      const html = readFileSync(new URL(`${group}/${name}.html`, folder), 'utf8')
      outcomes.push(judge(group, name, scenario, await extract(html, scenario.url)))
    }
  }
  return outcomes
}

function judge(group: string, name: string, { has, lacks, note = '' }: PageScenario, markdown: string): Outcome {
  const isIn = (text: string) =>
    text.startsWith('re:') ? new RegExp(text.slice('re:'.length)).test(markdown) : markdown.includes(text)
  const faults = [
    ...has.filter((text) => !isIn(text)).map((text) => `lacks ${text}`),
    ...lacks.filter(isIn).map((text) => `has ${text}`),
  ]
  const expected = [...has.map((text) => `has ${text}`), ...lacks.map((text) => `lacks ${text}`)]
  return { group, name, note, expected, faults }
}
