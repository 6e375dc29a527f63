import { expect, it } from 'vitest'
import { keepQuestions } from '../../../src/format/main-content/kept-questions.ts'
import type { PageKind } from '../../../src/format/main-content/page-kind.ts'
import { compose } from './compose.ts'

const text = '<p class="text">A sentence of the article, long enough to be read as prose and not as a label.</p>'
const answers = [
  'The village owns the mill, and forty members look after it.',
  'Every Saturday, and for groups on other days.',
]
const questions = ['Who owns it?', 'Can I visit?']
type Item = (question: string, answer: string) => string

const shapes: Record<string, Item> = {
  icons: (question, answer) => `<div><div>${question} <i>chevron_right</i></div><p>${answer}</p></div>`,
  details: (question, answer) => `<details><summary>${question}</summary><p>${answer}</p></details>`,
  boxes: (question, answer) => `<div><div>${question}</div><div><p>${answer}</p></div></div>`,
  headings: (question, answer) => `<h3>${question}</h3><p>${answer}</p>`,
  buttons: (question, answer) => `<div><button>${question}</button><div><p>${answer}</p></div></div>`,
}
const listOf = (item: Item) => questions.map((question, n) => item(question, answers[n] as string)).join('')

/** Returns the texts that are kept with the texts of the article. */
function keptOf(html: string, { chance = 0.3, kind = 'article' as PageKind } = {}): string[] {
  const page = compose(html)
  const isText = page.blocks.map(({ section }) => section.element.attribs.class === 'text')
  const kept = [...isText]
  keepQuestions(
    page,
    Float64Array.from(kept, (isKept) => (isKept ? 0.9 : chance)),
    kept,
    kind,
  )
  return page.blocks.filter((_, n) => kept[n] && !isText[n]).map((block) => block.text)
}

it.each(Object.keys(shapes))('questions and answers after an article are kept together: %s', (shape) => {
  const list = `<section><h2>Common questions</h2>${listOf(shapes[shape] as Item)}</section>`
  const kept = keptOf(`<main>${text}</main>${list}<footer>Imprint of the site</footer>`)
  expect(kept).toEqual(expect.arrayContaining(answers))
  if (!['buttons', 'icons'].includes(shape)) expect(kept).toEqual([questions[0], answers[0], questions[1], answers[1]])
})

it('questions stay out far from the text, alone, without answers, on pages of other kinds, or with a low chance', () => {
  const list = listOf(shapes.boxes as Item)
  expect(keptOf(text + list)).not.toEqual([])
  expect(keptOf(text + '<div>Advertisement</div>'.repeat(7) + list)).toEqual([])
  expect(keptOf(text + (shapes.boxes as Item)('Who owns it?', answers[0] as string))).toEqual([])
  expect(keptOf(`${text}<h3>Who owns it?</h3><h3>Can I visit?</h3>`)).toEqual([])
  expect(keptOf(text + list, { chance: 0.15 })).toEqual([])
  expect(keptOf(text + list, { kind: 'service' })).toEqual([])
  expect(keptOf(text + list, { kind: 'service', chance: 0.6 })).not.toEqual([])
  expect(keptOf(text + list, { kind: 'product', chance: 0.6 })).toEqual([])
})

it('boxes with questions between the parts of a text do not keep what is between them', () => {
  const boxes = listOf(
    (question, answer) => `<div><h5>${question}</h5><p>${answer}</p></div>${text.repeat(3)}<div>Ad</div>`,
  )
  expect(keptOf(text + boxes)).toEqual([])
})

it('links that ask are not questions', () => {
  const card = '<div><a href="/a">Who owns the mill in the valley?</a><p>Read the interview with the society.</p></div>'
  expect(keptOf(text + card + card)).toEqual([])
})
