/** Counts how many hidden sentences reach the markdown or the model, and how many visible ones are lost. */

import { beforeAll, expect, test } from 'vitest'
import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'
import { formatDocument } from '../format-document.ts'
import { allCases } from './all-cases.ts'
import type { HiddenTextCase } from './hidden-case.ts'

const maxLeaks = 8
const maxLosses = 2

interface View {
  /** The letters of the whole result, in lower case. */
  letters: string
  isWarned: boolean
}

interface Outcome extends HiddenTextCase {
  document: DocumentKind
  markdown: View
  model: View
}

const kinds = Object.keys(documentTypes) as DocumentKind[]
let outcomes: Outcome[] = []

beforeAll(async () => {
  outcomes = await Promise.all(allCases.map(read))
}, 300_000)

test('84 cases hide a sentence and 61 only seem to, each with unique words', () => {
  expect(allCases.filter(({ kind }) => kind === 'hidden')).toHaveLength(84)
  expect(allCases.filter(({ kind }) => kind === 'visible')).toHaveLength(61)
  const words = allCases.flatMap(({ secret = [], shown }) => [secret, shown].flat())
  expect(new Set(words).size).toBe(words.length)
  expect(new Set(allCases.map(({ name }) => name)).size).toBe(allCases.length)
})

test(`at most ${maxLeaks} hidden sentences reach the markdown or the model`, async ({ annotate }) => {
  const hidden = outcomes.filter(({ kind }) => kind === 'hidden')
  const leaks = hidden.filter((outcome) => leaksTo(outcome, 'markdown') || leaksTo(outcome, 'model'))
  const lines = leaks.map((outcome) => {
    const views = (['markdown', 'model'] as const).filter((view) => leaksTo(outcome, view))
    return `${outcome.name} (${views.join(', ')})`
  })
  const report = `${byKind('Hidden sentences that leak', hidden, leaks)}\n${lines.join('\n')}`
  await annotate(report)
  expect(leaks.length, report).toBeLessThanOrEqual(maxLeaks)
})

test(`at most ${maxLosses} documents lose a visible sentence`, async ({ annotate }) => {
  const losses = outcomes.filter(isLost)
  const isCounterCase = ({ kind }: Outcome) => kind === 'visible'
  const visible = outcomes.filter(isCounterCase)
  const lines = losses.map(({ name, kind }) => (kind === 'visible' ? name : `${name} (its visible sentence)`))
  const report = `${byKind('Visible sentences that are lost', visible, losses.filter(isCounterCase))}\n${lines.join('\n')}`
  await annotate(report)
  expect(losses.length, report).toBeLessThanOrEqual(maxLosses)
})

test('the result warns about every hidden sentence that it leaves out, except for two', () => {
  const silent = outcomes.filter(
    (outcome) =>
      outcome.kind === 'hidden' &&
      (['markdown', 'model'] as const).some((view) => !leaksTo(outcome, view) && !outcome[view].isWarned),
  )
  // pdf.js leaves these out without reporting them.
  expect(silent.map(({ name }) => name)).toEqual([
    'pdf: characters scaled to 1% of their width',
    'pdf: text outside the crop box',
  ])
})

test("the result does not warn about hidden text if there isn't any", () => {
  const falseAlarms = outcomes.filter(
    ({ kind, markdown, model }) => kind === 'visible' && (markdown.isWarned || model.isWarned),
  )
  expect(falseAlarms.length, falseAlarms.map(({ name }) => name).join('\n')).toBeLessThanOrEqual(maxLosses)
})

async function read(one: HiddenTextCase): Promise<Outcome> {
  const document = kinds.find((kind) => documentTypes[kind] === one.mediaType)
  if (document === undefined) throw new Error(`${one.mediaType} is not the type of a document`)
  const [markdown, model] = await Promise.all([false, true].map((forModel) => view(document, one.bytes(), forModel)))
  if (!markdown || !model) throw new Error('Both views are read')
  return { ...one, document, markdown, model }
}

async function view(document: DocumentKind, bytes: Uint8Array, forModel: boolean): Promise<View> {
  const { title, content, metadata, warnings } = await formatDocument(document, bytes, { forModel })
  const isWarned = warnings.some(({ code }) => code === 'hidden_text_removed')
  return { letters: lettersOf(JSON.stringify([title, content, metadata])), isWarned }
}

/** Marks, escapes, spaces and soft hyphens within a word do not hide it from a model. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '')

const contains = ({ letters }: View, word: string) => letters.includes(lettersOf(word))

const leaksTo = (outcome: Outcome, name: 'markdown' | 'model') =>
  outcome.secret !== undefined && contains(outcome[name], outcome.secret)

const isLost = ({ shown, markdown, model }: Outcome) =>
  shown.some((word) => !contains(markdown, word) || !contains(model, word))

function byKind(title: string, all: readonly Outcome[], some: readonly Outcome[]): string {
  const count = (list: readonly Outcome[], kind: DocumentKind) =>
    list.filter(({ document }) => document === kind).length
  const counts = kinds.flatMap((kind) => (count(all, kind) ? [`${kind} ${count(some, kind)}/${count(all, kind)}`] : []))
  return `${title}: ${some.length} of ${all.length}. ${counts.join(', ')}`
}
