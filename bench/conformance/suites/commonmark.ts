/** Converts the HTML of the CommonMark and GFM specifications to markdown and back. */

import { readFile } from 'node:fs/promises'
import { differenceOf } from '../markdown/round-trip.ts'
import { kindOfDifference } from '../markdown/spec-kinds.ts'
import { type Failure, type Suite, type SuiteOptions, type SuiteResult, shareOf, suiteData } from '../suite.ts'

interface SpecExample {
  number: number
  html: string
}

function suite(name: string, file: string, source: string): Suite {
  return {
    ...{ name, source },
    async run(options) {
      const location = suiteData(file)
      return location && judgeExamples(readExamples(await readFile(location, 'utf8')), options)
    },
  }
}

export const commonmark = suite('commonmark', 'commonmark/spec.txt', 'CommonMark, spec.txt: its HTML')
export const gfm = suite('gfm', 'gfm/spec.txt', 'GitHub Flavored Markdown, spec.txt: its HTML')

function readExamples(text: string): SpecExample[] {
  const found = text.matchAll(/^`{32} example[^\n]*\n[\s\S]*?^\.\n([\s\S]*?)^`{32}$/gm)
  return [...found].map(([, html = ''], at) => ({ number: at + 1, html: html.replaceAll('→', '\t') }))
}

function judgeExamples(examples: readonly SpecExample[], options: SuiteOptions): SuiteResult {
  const cases = shareOf(examples, 200, options)
  const style: Record<string, number> = {}
  const failures: Failure[] = []
  for (const { number, html } of cases) {
    const failure = differenceOf(html)
    if (!failure) continue
    const kind = kindOfDifference(html)
    if (kind) style[kind] = (style[kind] ?? 0) + 1
    else failures.push({ ...failure, name: `${number}: ${failure.name}` })
  }
  const styled = Object.values(style).reduce((sum, count) => sum + count, 0)
  return { cases: cases.length, passed: cases.length - styled - failures.length, style, failures }
}
