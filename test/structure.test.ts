import { describe, expect, it } from 'vitest'
import { readSources } from '../scripts/layers.ts'
import {
  findLargeFiles,
  findManySettings,
  readOtherFiles,
  readStructure,
  withOtherFiles,
} from '../scripts/structure.ts'
import { findUnusedExports } from '../scripts/unused-exports.ts'
import { settings } from '../src/config/config.ts'

/** Returns the problems in a few synthetic files. */
const problemsIn = (files: Record<string, string>) => readStructure(new Map(Object.entries(files))).problems

describe('the source structure', () => {
  it('stays within its limits', () => {
    const { folders, problems } = readStructure(readSources())
    expect(folders.length).toBeGreaterThan(20)
    expect(problems).toEqual([])
  })

  it('has tests, scripts and benchmarks within the size limits', () => {
    const files = readOtherFiles()
    expect(files.size).toBeGreaterThan(100)
    expect(findLargeFiles(files)).toEqual([])
  })

  it('has no exports that are imported nowhere', () => {
    expect(findUnusedExports(withOtherFiles(readSources(), readOtherFiles()))).toEqual([])
  })

  it('has at most the maximum number of settings', () => {
    expect(findManySettings(Object.keys(settings))).toEqual([])
    expect(findManySettings(Array(61).fill('GLEANER_X'))).toEqual(['61 settings, 60 at most'])
  })
})

describe('the structure check', () => {
  it('passes small files that import downward', () => {
    const files = {
      'errors.ts': 'export class ServiceError {}\n',
      'fetch/dial.ts': "import { ServiceError } from '../errors.ts'\nexport const dial = () => new ServiceError()\n",
      'fetch/hop.ts':
        "export { dial } from './dial.ts'\nexport const note = 'A sentence (with a remark) is no program, however long it is.'\n",
    }
    expect(problemsIn(files)).toEqual([])
    const { folders } = readStructure(new Map(Object.entries(files)))
    expect(folders.map(({ path, files, lines }) => [path, files, lines])).toEqual([
      ['.', 1, 1],
      ['fetch', 2, 4],
    ])
    expect(folders[1]?.imports).toEqual(new Map([['.', 1]]))
  })

  it('finds the longest chain of imports', () => {
    const files = {
      'base/c.ts': '',
      'fetch/b.ts': "import '../base/c.ts'",
      'fetch/a.ts': "import './b.ts'\nimport '../base/c.ts'",
    }
    expect(readStructure(new Map(Object.entries(files))).chain).toEqual(['fetch/a.ts', 'fetch/b.ts', 'base/c.ts'])
  })

  const body = '(element) => { element.remove(); return element.children.length }'
  it.each<[string, Record<string, string>, string]>([
    [
      'a folder of 27 files',
      Object.fromEntries(Array.from({ length: 27 }, (_, i) => [`fetch/f${i}.ts`, ''])),
      'fetch holds 27 files, 26 at most',
    ],
    ['a file of 301 lines', { 'fetch/a.ts': '\n'.repeat(301) }, 'fetch/a.ts has 301 lines, 300 at most'],
    [
      'a function of 101 lines',
      { 'fetch/a.ts': `function f() {${'\n'.repeat(100)}}` },
      'fetch/a.ts:1 begins a function of 101 lines, 100 at most',
    ],
    [
      'an arrow function of 101 lines',
      { 'fetch/a.ts': `f(\n  () => {${'\n'.repeat(100)}})` },
      'fetch/a.ts:2 begins a function of 101 lines, 100 at most',
    ],
    [
      'a method of 101 lines',
      { 'fetch/a.ts': `class A {\n  #a = 1\n  async b() {${'\n'.repeat(100)}}\n}` },
      'fetch/a.ts:3 begins a function of 101 lines, 100 at most',
    ],
    [
      'a fifth cast through unknown',
      { 'fetch/a.ts': 'f(1 as unknown as A)\n'.repeat(5) },
      '5 casts through unknown, 4 at most: fetch/a.ts:1, fetch/a.ts:2, fetch/a.ts:3, fetch/a.ts:4, fetch/a.ts:5',
    ],
    [
      'a program in a template',
      { 'render/a.ts': `\nconst script = \`${body}\`` },
      'render/a.ts:2 holds a program as a text: write it as a module',
    ],
    [
      'a program in a string',
      { 'render/a.ts': `const script = '${body}'` },
      'render/a.ts:1 holds a program as a text: write it as a module',
    ],
    [
      'a program with parts filled in',
      {
        'render/a.ts': `const script = \`(\${count}) => { \${head}; element.scrollBy(0, \${count}); element.click() }\``,
      },
      'render/a.ts:1 holds a program as a text: write it as a module',
    ],
    [
      'a name that two files export',
      { 'fetch/a.ts': 'export interface Answer {}', 'access/b.ts': '\nexport type Answer = string' },
      'Answer is exported by fetch/a.ts:1 and access/b.ts:2',
    ],
    [
      'folders that import each other',
      {
        'fetch/a.ts': "import '../store/inner/b.ts'",
        'store/inner/b.ts': '',
        'store/c.ts': "import '../fetch/d.ts'",
        'fetch/d.ts': '',
      },
      'fetch/ → store/ → fetch/ is a cycle',
    ],
  ])('finds %s', (_, files, problem) => {
    expect(problemsIn(files)).toEqual([problem])
  })

  it('passes functions of 100 lines in a longer file', () => {
    const source = `function f() {${'\n'.repeat(99)}}\n`
    expect(problemsIn({ 'fetch/a.ts': source.repeat(2) })).toEqual([])
  })

  it('counts a type and a value in one file as one name, and ignores re-exports', () => {
    const files = {
      'contract/a.ts': 'export const output = 1\nexport type output = 1\n',
      'contract/b.ts': "export { output } from './a.ts'\n",
    }
    expect(problemsIn(files)).toEqual([])
  })
})

describe('the search for unused exports', () => {
  it('counts every kind of import as a use, and reports unused exports', () => {
    const files = {
      'src/a.ts': 'export const one = 1\nexport interface Two {}\nexport const three = one\nconst four = 4\n',
      'src/b.ts': "import { one } from './a.ts'\nexport const five = one\n",
      'test/c.ts': "import type { Two } from '../src/a.ts'\nconst { five } = await import('../src/b.ts')\n",
      'src/d.ts': "export { five } from './b.ts'\nexport const six = 6\n",
      'test/e.ts': "new Worker(new URL('../src/d.ts', import.meta.url))\n",
    }
    expect(findUnusedExports(new Map(Object.entries(files)))).toEqual([
      'src/a.ts exports three, which no other file imports',
    ])
  })
})
