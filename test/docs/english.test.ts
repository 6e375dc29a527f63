import { describe, expect, it } from 'vitest'
import { collectPassages, projectPassages } from '../../scripts/english/passages.ts'
import { findDialect, findLongSentences } from '../../scripts/english/plain-english.ts'

const namesIn = (path: string, text: string) => findDialect(collectPassages(path, () => text)).map(({ name }) => name)

describe("the project's wording", () => {
  it('contains nothing that reads like a translation', () => {
    const findings = findDialect(projectPassages())
    expect(findings.map(({ path, line, name, text }) => `${path}:${line} [${name}] ${text}`)).toEqual([])
  })
})

describe('the wording check', () => {
  it.each([
    ['/** Of what is done for whoever has left. */', ['starts with Of, What, Whether, Whoever', 'whatever X is']],
    ['// `05/01/2024` is ambiguous and is none.', ['is none']],
    ['/** An empty one is no redirect. */', ['is no X']],
    ["const hint = 'This is no proxy: CONNECT is not taken'", ['is no X']],
    ["const title = 'What is missing, and what mends it'", ['mend']],
    ['const mostRuns = 3', ['most…, least… (a limit)']],
    ['/** Called anew when the page ended. */', ['anew', 'ends (a process)']],
  ])('finds wording that reads like a translation in %s', (text, names) => {
    expect(namesIn('src/a.ts', text)).toEqual(names)
  })

  it.each([
    '/** Never aborts: for cleanup after the client has disconnected. */',
    '/** True if the page is no longer kept. */',
    "const selector = 'picture > source'",
    '// Why `<picture>` elements are skipped.',
    'const maxRuns = 3',
  ])('passes %s', (text) => {
    expect(namesIn('src/a.ts', text)).toEqual([])
  })

  it('reads test titles, document prose and comments in settings, but no code', () => {
    expect(namesIn('test/a.test.ts', "it('mends a page', () => {})")).toEqual(['mend'])
    expect(namesIn('docs/a.md', 'The client has it by itself.\n\n```\nmend\n```\n')).toEqual(['by itself'])
    expect(namesIn('deploy/compose.yaml', 'a: mend # one\n# A picture of it\n')).toEqual(['picture'])
  })

  it('reports sentences with more than 35 words', () => {
    const sentence = (words: number) => `// ${'word '.repeat(words).trim()}.`
    const longIn = (text: string) => findLongSentences(collectPassages('src/a.ts', () => text)).length
    expect([longIn(sentence(35)), longIn(sentence(36))]).toEqual([0, 1])
  })
})
