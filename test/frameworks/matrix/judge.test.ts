import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'

const content = '# Oaks\n\nA "true" oak bears acorns.\n'
const header = [/^title: Oaks$/]
const text = `title: Oaks\n\n${content}`

/** Returns the damage of a result with these blocks of text. */
const damageOf = (texts: string[], otherBlocks: string[] = []) =>
  judge({ texts, otherBlocks }, { content }, header).damage

describe('judging what a model was sent', () => {
  it('passes the page with its header, and a page whose end was trimmed', () => {
    expect(damageOf([text])).toEqual([])
    expect(damageOf([text.trimEnd()])).toEqual([])
    expect(damageOf([`title: Oaks\n\nwarning: a: ${'word '.repeat(50)}\n\n${content}`])).toEqual([])
  })

  it.each<[string, string[], string[]]>([
    ['content missing', ['title: Oaks\n\n# Oaks'], []],
    ['content twice', [text, text], []],
    ['JSON', [JSON.stringify({ text })], []],
    ['JSON in JSON', [JSON.stringify([JSON.stringify({ text })])], []],
    ['content twice in JSON', [JSON.stringify([text, { content }])], []],
    ['structured result', [`${text}{"credits_charged":1}`], []],
    ['resource_link block', [text], ['resource_link']],
    ['no line title: Oaks', [content], []],
    ['100 tokens in addition to the content', [`${text}${' word'.repeat(96)}`], []],
  ])('finds %s', (damage, texts, otherBlocks) => {
    expect(damageOf(texts, otherBlocks)).toEqual([damage])
  })

  it('finds an error that is not there once', () => {
    const line = 'address_refused: url: The address is private. Use another. (request r-1)'
    const of = (sent: string) => judge({ texts: [sent], otherBlocks: [] }, { detail: [] }, []).damage
    expect(of(`Error: ${line}`)).toEqual([])
    expect(of('Error: the tool failed')).toEqual(['no error line'])
    expect(of(`${line}\n${line}`)).toEqual(['error line twice'])
  })
})
