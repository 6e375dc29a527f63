import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { savedPage } from '../../needs.ts'
import { findings } from './cleaned.ts'
import { drawnHtml } from './drawn-html.ts'
import { breakOutPayloads } from './payloads.ts'

const purify = savedPage('suites/dompurify/payloads.json')
const trees = savedPage('suites/html5lib-tests/tree-construction/')

function treeInputs(): string[] {
  return readdirSync(trees.location)
    .filter((name) => name.endsWith('.dat'))
    .flatMap((name) =>
      readFileSync(new URL(name, trees.location), 'utf8')
        .split(/(?:^|\n)#data\n/)
        .slice(1),
    )
    .map((test) => test.split('\n#errors')[0] ?? '')
}

describe('clean_html, parsed again with and without scripting', () => {
  it('executes nothing from raw text in SVG, MathML, noscript, tables, templates and shadow roots', () => {
    expect(findings(breakOutPayloads, ['<svg>'])).toEqual([])
  })

  it('runs nothing from 300 generated documents', () => {
    expect(findings(fc.sample(drawnHtml, { numRuns: 300, seed: 13 }))).toEqual([])
  })

  it.skipIf(purify.isMissing)("runs nothing from DOMPurify's payloads", () => {
    const list = JSON.parse(readFileSync(purify.location, 'utf8')) as { payload: string }[]
    expect(findings(list.map(({ payload }) => payload))).toEqual([])
  })

  it.skipIf(trees.isMissing)("runs nothing from html5lib's documents", () => {
    expect(findings(treeInputs(), ['<svg>'])).toEqual([])
  })
})
