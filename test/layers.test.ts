import { describe, expect, it } from 'vitest'
import { checkLayers, readDependencies, readSources } from '../scripts/layers.ts'

/** Checks a few synthetic files, including the files they import. */
function check(files: Record<string, string>, dependencies: string[] = ['zod', 'undici']): string[] {
  return checkLayers(new Map(Object.entries(files)), new Set(dependencies))
}

describe('the sources', () => {
  it('import only downward, not within a level, and without cycles', () => {
    const sources = readSources()
    expect(sources.size).toBeGreaterThan(20)
    expect(checkLayers(sources, readDependencies())).toEqual([])
  })
})

describe('the layers check', () => {
  it('passes sources with only downward imports', () => {
    const problems = check({
      'base/errors.ts': 'export class ServiceError {}',
      'config/config.ts': 'export const port = process.env.GLEANER_PORT',
      'contract/scrape.ts': "import { z } from 'zod'\nimport type { ServiceError } from '../base/errors.ts'",
      'html/parse/parse.ts': "import { ServiceError } from '../../base/errors.ts'",
      'format/markdown/markdown.ts':
        "import { parse } from '../../html/parse/parse.ts'\nimport { links } from '../tables/grid.ts'",
      'format/tables/grid.ts': 'export const links = 1',
      'format/formats.ts': "export { convert } from '../documents/read-document.ts'",
      'documents/read-document.ts': "export { convert } from './pdf/convert-pdf.ts'",
      'documents/pdf/convert-pdf.ts': 'export const convert = 1',
      'fetch/dial.ts': "import { request } from 'node:http'\nimport { Agent } from 'undici'",
      'store/sqlite/store.ts': "import { DatabaseSync } from 'node:sqlite'",
      'readers/pool.ts': `new URL(\`./entry\${extname(import.meta.url)}\`, import.meta.url)`,
      'readers/entry.ts': "import { convert } from '../format/formats.ts'",
      'render/tab/tab.ts': `await import(new URL(\`../in-page/scripts\${extname(import.meta.url)}\`, import.meta.url).href)`,
      'render/in-page/scripts.ts': '',
      'interfaces/version.ts': "import manifest from '../../package.json' with { type: 'json' }",
      'compose/compose.ts': "const store = await import('../store/sqlite/store.ts')",
    })
    expect(problems).toEqual([])
  })

  const imports: [string, string][] = [
    ['a static import', "import { x } from '../operations/scrape.ts'"],
    ['an import for its effects', "import '../operations/scrape.ts'"],
    ['a type-only import', "import type { X } from '../operations/scrape.ts'"],
    ['an inline type import', "import { type X } from '../operations/scrape.ts'"],
    ['an export from', "export { x } from '../operations/scrape.ts'"],
    ['a type-only export from', "export type { X } from '../operations/scrape.ts'"],
    ['an export of everything', "export * from '../operations/scrape.ts'"],
    ['a dynamic import', "const load = () => import('../operations/scrape.ts')"],
    ['a dynamic import of a template', 'const load = () => import(`../operations/scrape.ts`)'],
    ['an import type', "let x: import('../operations/scrape.ts').X"],
    ['a typeof import type', "let x: typeof import('../operations/scrape.ts')"],
    ['a file that is imported by its URL', "await import(new URL('../operations/scrape.ts', import.meta.url).href)"],
    ['a worker file', "new Worker(new URL('../operations/scrape.ts', import.meta.url))"],
  ]
  it.each(imports)('finds %s that points upward', (_, source) => {
    expect(check({ 'format/markdown.ts': `\n${source}`, 'operations/scrape.ts': '' })).toEqual([
      'format/markdown.ts:2 imports operations/scrape.ts: format/ is on a lower level than operations/',
    ])
  })

  it('ignores imports in comments and texts', () => {
    const source = "// import '../operations/scrape.ts'\nconst text = \"import('../operations/scrape.ts')\""
    expect(check({ 'format/markdown.ts': source, 'operations/scrape.ts': '' })).toEqual([])
  })

  const violations: [string, Record<string, string>, string][] = [
    [
      'folders on one level that import each other',
      { 'model/answer.ts': "import type { F } from '../access/keys.ts'", 'access/keys.ts': '' },
      'model/answer.ts:1 imports access/keys.ts: model/ and access/ are on the same level',
    ],
    [
      'a page for browsers that imports the service',
      { 'playground/main.tsx': "import type { X } from '../base/errors.ts'", 'base/errors.ts': '' },
      "playground/main.tsx:1 imports base/errors.ts: code outside the service can't import from it",
    ],
    [
      'a page for browsers that imports a package beyond its bundle',
      { 'playground/main.tsx': "import 'zod'" },
      'playground/main.tsx:1 imports zod: its bundle contains no other packages than scripts/layers.ts lists',
    ],
    [
      'a cycle of two files in one folder',
      { 'format/a.ts': "import './b.ts'", 'format/b.ts': "import './a.ts'" },
      'format/a.ts → format/b.ts → format/a.ts is a cycle',
    ],
    [
      'a cycle of types on the lowest level',
      { 'base/a.ts': "import type { X } from './b.ts'", 'base/b.ts': "import type { Y } from './a.ts'" },
      'base/a.ts → base/b.ts → base/a.ts is a cycle',
    ],
    [
      'a folder that imports the folders inside a sibling of it',
      { 'format/links/a.ts': "import '../emails/b.ts'", 'format/emails/b.ts': '' },
      'format/links/a.ts:1 imports format/emails/b.ts: format/links/ and format/emails/ are on the same level',
    ],
    [
      'a folder that imports a file of a room that has one entry',
      { 'format/a.ts': "import '../documents/pdf/b.ts'", 'documents/pdf/b.ts': '' },
      'format/a.ts:1 imports documents/pdf/b.ts: other rooms import documents/read-document.ts only',
    ],
    [
      'a folder inside another that imports its parent',
      { 'format/links/a.ts': "import '../formats.ts'", 'format/formats.ts': '' },
      'format/links/a.ts:1 imports format/formats.ts: format/links/ is on a lower level than format/',
    ],
    ['a file that imports itself', { 'format/a.ts': "import './a.ts'" }, 'format/a.ts → format/a.ts is a cycle'],
    [
      'a contract that imports more than zod and base/',
      { 'contract/a.ts': "import '../config/config.ts'", 'config/config.ts': '' },
      'contract/a.ts:1 imports config/config.ts: the contract imports zod and base/ only',
    ],
    [
      'a contract that imports a Node module',
      { 'contract/a.ts': "import 'node:path'" },
      'contract/a.ts:1 imports node:path: the contract imports zod and base/ only',
    ],
    [
      'an MCP SDK outside the folders of its revision',
      { 'operations/a.ts': "import type { T } from '@modelcontextprotocol/server'" },
      'operations/a.ts:1 imports @modelcontextprotocol/server: the MCP SDKs belong to interfaces/mcp/legacy/ and interfaces/mcp/modern/',
    ],
    [
      'node:http outside interfaces/ and fetch/',
      { 'main.ts': "import { createServer } from 'node:http'" },
      'main.ts:1 imports node:http: the HTTP servers and clients of Node belong to interfaces/ and fetch/',
    ],
    [
      'a database driver outside store/',
      { 'access/keys.ts': "const sqlite = () => import('node:sqlite')" },
      'access/keys.ts:1 imports node:sqlite: database and queue drivers belong to store/',
    ],
    [
      'an adapter named outside compose/',
      { 'operations/a.ts': "import '../store/sqlite/b.ts'", 'store/sqlite/b.ts': '' },
      'operations/a.ts:1 imports store/sqlite/b.ts: adapters are named in compose/ only',
    ],
    [
      'process.env outside config/',
      { 'main.ts': 'const port = process.env.PORT' },
      'main.ts:1 reads process.env: only config/config.ts does',
    ],
    [
      'process.env in another spelling',
      { 'main.ts': "const port = globalThis.process['env']" },
      'main.ts:1 reads process.env: only config/config.ts does',
    ],
    [
      'process.env taken apart',
      { 'main.ts': 'const { env } = process' },
      'main.ts:1 reads process.env: only config/config.ts does',
    ],
    [
      'process imported as a module',
      { 'main.ts': "import { env } from 'node:process'" },
      'main.ts:1 reads process.env: only config/config.ts does',
    ],
    [
      'a dynamic import of a name that is not a literal',
      { 'main.ts': 'const load = (path: string) => import(path)' },
      'main.ts:1 imports by a name that is not a literal: its target is unknown',
    ],
    [
      'an import of a file that is not there',
      { 'main.ts': "import './gone.ts'" },
      "main.ts:1 imports ./gone.ts: can't find src/gone.ts",
    ],
    [
      'a package that is not a dependency',
      { 'main.ts': "import 'vitest/node'" },
      "main.ts:1 imports vitest: package.json doesn't have it",
    ],
    ['a Node module without its prefix', { 'main.ts': "import 'fs'" }, 'main.ts:1 imports fs: write node:fs'],
    [
      'a file in a folder that is not listed',
      { 'attic/a.ts': '' },
      "attic/a.ts isn't in any room: list its folder in scripts/rooms.ts",
    ],
    ['a loose file', { 'stray.ts': '' }, "stray.ts isn't in any room: list its folder in scripts/rooms.ts"],
    [
      'a barrel',
      { 'format/index.ts': '' },
      'format/index.ts has a name that says nothing: name the file for what it holds',
    ],
    [
      'a types.ts',
      { 'format/types.ts': '' },
      'format/types.ts has a name that says nothing: name the file for what it holds',
    ],
    [
      'a utils/ inside a folder',
      { 'utils/text.ts': '' },
      'utils/text.ts has a name that says nothing: name the file for what it holds',
    ],
  ]
  it.each(violations)('finds %s', (_, files, problem) => {
    expect(check(files)).toEqual([problem])
  })

  it('refuses a source that does not parse', () => {
    expect(() => check({ 'main.ts': 'import {' })).toThrow(/^main\.ts: /)
  })
})
