/** Compares the metadata of saved news pages with postlight/parser's tests. */

import { readMetadata } from '../../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { newsPages } from '../../metadata/pages.ts'
import { type JudgedField, judgedFields, judgeField, rightVerdicts } from '../../metadata/score.ts'
import { type Failure, type Suite, shareOf } from '../suite.ts'

/** Minimum share of the stated values that must be found. */
const goals: Partial<Record<JudgedField, number>> = { title: 0.91, author: 0.68, published_at: 0.72 }

export const metadataPages: Suite = {
  name: 'metadata',
  source: 'postlight/parser, saved news pages',
  run(options) {
    const pages = newsPages()
    if (pages.length === 0) return Promise.resolve(null)
    const style = { 'value not found': 0, 'a different value': 0, 'a value where the suite has none': 0 }
    const counts = new Map<JudgedField, { stated: number; right: number }>()
    let cases = 0
    let passed = 0
    for (const page of shareOf(pages, pages.length, options)) {
      const given = readMetadata(parseDocument(page.html(), page.url))
      for (const field of judgedFields) {
        const stated = page.stated[field]
        if (stated === undefined) continue
        const verdict = judgeField(field, given[field], stated)
        const isRight = rightVerdicts.has(verdict)
        const count = counts.get(field) ?? { stated: 0, right: 0 }
        counts.set(field, count)
        if (stated !== null) count.stated++
        if (isRight) count.right++
        cases++
        if (isRight || verdict === 'none') passed++
        else if (verdict === 'null') style['value not found']++
        else if (verdict === 'other') style['a different value']++
        else style['a value where the suite has none']++
      }
    }
    const failures = Object.entries(goals).flatMap(([field, goal]): Failure[] => {
      const { stated = 0, right = 0 } = counts.get(field as JudgedField) ?? {}
      return right >= goal * stated ? [] : [{ name: field, got: `${right} of ${stated}`, expected: `${goal * 100}%` }]
    })
    return Promise.resolve({ cases, passed, style, failures })
  },
}
