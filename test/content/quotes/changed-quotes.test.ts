import { expect, it } from 'vitest'
import { createRandom } from '../../../bench/torture/random.ts'
import { findQuote, searchedText } from '../../../src/content/quotes/find-quote.ts'

const nouns = [
  'tower',
  'Appendix',
  'CO<sub>2</sub>',
  'EU<sup>2</sup>',
  'km',
  'Mar-\n\nket',
  'Saisonname',
  'oak',
  'Berlin',
  'weight',
]
const verbs = ['is', 'was not', 'rose by', 'fell to', 'has never', 'costs', 'weighs no']
const ends = ['.', '.[^3]', ',<sup>4</sup>', '!', ';[^12]', ' ☑', ' ☐', ' (see 2)', '.<sup>1</sup>']
const units = ['km', 'm', '%', '‰', 'MW', 'mW', '€', 'km<sup>2</sup>', 'm<sup>3</sup>', 'Dec']
const changes: readonly ((text: string, digit: number) => string)[] = [
  (text, digit) => text.replace(/\d/, (old) => String((Number(old) + 1 + (digit % 9)) % 10)),
  (text, digit) => text.replace(/\d(?=\D*$)/, (old) => String((Number(old) + 1 + (digit % 9)) % 10)),
  (text) => text.replace(/(?<=\p{L} )(?=\d)/u, '−'),
  (text) => text.replace(/(?<=\d)[.,](?=\d)/, (sign) => (sign === '.' ? ',' : '.')),
  (text) => text.replace(/ (not|never|no) /, ' '),
  (text) => text.replace(/ (is|was|has) /, ' $1 not '),
  (text) => text.replace(/ km\b/, ' m'),
  (text) => text.replace('%', '‰'),
  (text) => text.replace(/\bMW\b/, 'mW'),
  (text) => text.replace('Berlin', 'Bremen'),
  (text) => text.replace('☑', '☐'),
  (text) => text.replace('☐', '☒'),
  (text) => text.replace(/(?<=\p{L})2/u, '²³'),
]

function pageOf(random: () => number): string {
  const one = (of: readonly string[]) => of[Math.floor(random() * of.length)] as string
  const number = () =>
    one([
      `${Math.floor(random() * 99)}`,
      `${Math.floor(random() * 99)}.5`,
      `1,${100 + Math.floor(random() * 900)}`,
      '2024',
    ])
  const sentence = () => `The ${one(nouns)} ${one(verbs)} ${number()} ${one(units)}${one(ends)}`
  const blocks = Array.from({ length: 6 }, () => `${one(['', '- ', '3. ', '## ', '> '])}${sentence()} ${sentence()}`)
  return `${blocks.join('\n\n')}\n\n[^3]: A note.\n[^12]: Another one.`
}

/** As a browser copies it: raised digits and the labels of notes are digits. */
const copied = (text: string) =>
  text
    .replace(/\[\^(\d+)\]/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/-\n\n/g, '')
    .replace(/^(- |3\. |## |> )/, '')

it('a copy is found, and none that is changed in one number, sign, unit, name or negation', () => {
  const random = createRandom(7)
  let changed = 0
  for (let n = 0; n < 200; n++) {
    const markdown = pageOf(random)
    const page = searchedText(markdown)
    const all = copied(markdown.replace(/^(- |3\. |## |> )/gm, '')).replace(/\s+/g, ' ')
    for (const block of markdown.replace(/-\n\n/g, '-~').split('\n\n').slice(0, -1)) {
      const quote = copied(block.replace(/-~/g, '-\n\n'))
      if (!/\p{L}\d[.,]\d/u.test(quote)) expect(findQuote(quote, page), `${quote} in ${markdown}`).not.toBeNull()
      for (const change of changes) {
        const other = change(quote, n)
        if (other === quote || all.includes(other.replace(/\s+/g, ' '))) continue
        changed++
        expect(findQuote(other, page), `${other} in ${markdown}`).toBeNull()
      }
    }
  }
  expect(changed).toBeGreaterThan(4000)
})
