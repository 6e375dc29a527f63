import { describe, expect, it } from 'vitest'
import { checkLayers, readDependencies, readSources } from '../scripts/layers.ts'

/** Checks a few synthetic files; what they import is among them. */
function check(files: Record<string, string>, dependencies: string[] = ['zod', 'undici']): string[] {
  return checkLayers(new Map(Object.entries(files)), new Set(dependencies))
}

describe('the sources', () => {
  it('import downward only, not across a level, and without cycles', () => {
    const sources = readSources()
    expect(sources.size).toBeGreaterThan(20)
    expect(checkLayers(sources, readDependencies())).toEqual([])
  })
})

describe('the layers check', () => {
  it('passes sources whose imports point downward', () => {
    const problems = check({
      'errors.ts': 'export class ServiceError {}',
      'config.ts': 'export const port = process.env.GLEANER_PORT',
      'contract/scrape.ts': "import { z } from 'zod'\nimport type { ServiceError } from '../errors.ts'",
      'document/parse.ts': "import { ServiceError } from '../errors.ts'",
      'format/markdown.ts': "import { parse } from '../document/parse.ts'\nimport { links } from './links.ts'",
      'format/links.ts': 'export const links = 1',
      'fetch/dial.ts': "import { request } from 'node:http'\nimport { Agent } from 'undici'",
      'store/sqlite.ts': "import { DatabaseSync } from 'node:sqlite'",
      'sandbox/pool.ts': `new URL(\`./entry\${extname(import.meta.url)}\`, import.meta.url)`,
      'sandbox/entry.ts': "import { links } from '../format/links.ts'",
      'render/tab.ts': `await import(new URL(\`./in-page/scripts\${extname(import.meta.url)}\`, import.meta.url).href)`,
      'render/in-page/scripts.ts': '',
      'protocol/version.ts': "import manifest from '../../package.json' with { type: 'json' }",
      'compose.ts': "const store = await import('./store/sqlite.ts')",
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
      { 'snapshot/memory.ts': "import type { F } from '../access/keys.ts'", 'access/keys.ts': '' },
      'snapshot/memory.ts:1 imports access/keys.ts: snapshot/ and access/ are on one level',
    ],
    [
      'a page for browsers that imports the service',
      { 'protocol/http/playground/app/main.tsx': "import type { X } from '../../../../errors.ts'", 'errors.ts': '' },
      'protocol/http/playground/app/main.tsx:1 imports errors.ts: what runs elsewhere shares nothing with the service',
    ],
    [
      'a page for browsers that imports a package beyond its bundle',
      { 'protocol/http/playground/app/main.tsx': "import 'zod'" },
      'protocol/http/playground/app/main.tsx:1 imports zod: its bundle contains no other packages than scripts/layers.ts lists',
    ],
    [
      'a cycle of two files in one folder',
      { 'format/a.ts': "import './b.ts'", 'format/b.ts': "import './a.ts'" },
      'format/a.ts → format/b.ts → format/a.ts is a cycle',
    ],
    [
      'a cycle of types on the lowest level',
      { 'page.ts': "import type { X } from './observe.ts'", 'observe.ts': "import type { Y } from './page.ts'" },
      'page.ts → observe.ts → page.ts is a cycle',
    ],
    [
      'a folder that imports the folders inside a sibling of it',
      { 'format/links/a.ts': "import '../markdown/b.ts'", 'format/markdown/b.ts': '' },
      'format/links/a.ts:1 imports format/markdown/b.ts: format/links/ and format/markdown/ are on one level',
    ],
    [
      'a folder inside another that imports its parent',
      { 'format/links/a.ts': "import '../formats.ts'", 'format/formats.ts': '' },
      'format/links/a.ts:1 imports format/formats.ts: format/links/ is on a lower level than format/',
    ],
    [
      'a cycle of two folders without one of files',
      {
        'contract/a.ts': "import './inner/b.ts'",
        'contract/inner/b.ts': '',
        'contract/inner/c.ts': "import '../d.ts'",
        'contract/d.ts': '',
      },
      'contract → contract/inner → contract is a cycle',
    ],
    ['a file that imports itself', { 'format/a.ts': "import './a.ts'" }, 'format/a.ts → format/a.ts is a cycle'],
    [
      'a contract that imports more than zod and errors.ts',
      { 'contract/a.ts': "import '../config.ts'", 'config.ts': '' },
      'contract/a.ts:1 imports config.ts: the contract imports zod and errors.ts only',
    ],
    [
      'a contract that imports a module of Node',
      { 'contract/a.ts': "import 'node:path'" },
      'contract/a.ts:1 imports node:path: the contract imports zod and errors.ts only',
    ],
    [
      'an MCP SDK outside the folders of its revision',
      { 'operations/a.ts': "import type { T } from '@modelcontextprotocol/server'" },
      'operations/a.ts:1 imports @modelcontextprotocol/server: the MCP SDKs belong to protocol/mcp/legacy/ and protocol/mcp/modern/',
    ],
    [
      'node:http outside protocol/ and fetch/',
      { 'main.ts': "import { createServer } from 'node:http'" },
      'main.ts:1 imports node:http: the HTTP servers and clients of Node belong to protocol/ and fetch/',
    ],
    [
      'a database driver outside store/',
      { 'access/keys.ts': "const sqlite = () => import('node:sqlite')" },
      'access/keys.ts:1 imports node:sqlite: database and queue drivers belong to store/',
    ],
    [
      'an adapter named outside compose.ts',
      { 'operations/a.ts': "import '../store/sqlite.ts'", 'store/sqlite.ts': '' },
      'operations/a.ts:1 imports store/sqlite.ts: adapters are named in compose.ts and compose/ only',
    ],
    [
      'process.env outside config.ts',
      { 'main.ts': 'const port = process.env.PORT' },
      'main.ts:1 reads process.env: only config.ts does',
    ],
    [
      'process.env by another spelling',
      { 'main.ts': "const port = globalThis.process['env']" },
      'main.ts:1 reads process.env: only config.ts does',
    ],
    [
      'process.env taken apart',
      { 'main.ts': 'const { env } = process' },
      'main.ts:1 reads process.env: only config.ts does',
    ],
    [
      'process imported as a module',
      { 'main.ts': "import { env } from 'node:process'" },
      'main.ts:1 reads process.env: only config.ts does',
    ],
    [
      'a dynamic import of a name that is no literal',
      { 'main.ts': 'const load = (path: string) => import(path)' },
      'main.ts:1 imports by a name that is no literal: its target is unknown',
    ],
    [
      'an import of a file that is not there',
      { 'main.ts': "import './gone.ts'" },
      'main.ts:1 imports ./gone.ts: there is no src/gone.ts',
    ],
    [
      'a package that is not a dependency',
      { 'main.ts': "import 'vitest/node'" },
      "main.ts:1 imports vitest: package.json doesn't have it",
    ],
    ['a module of Node without its prefix', { 'main.ts': "import 'fs'" }, 'main.ts:1 imports fs: write node:fs'],
    [
      'a file on no level',
      { 'attic/a.ts': '' },
      'attic/a.ts is on no level: list its folder in scripts/layers.ts and CONTRIBUTING.md',
    ],
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
      { 'format/utils/text.ts': '' },
      'format/utils/text.ts has a name that says nothing: name the file for what it holds',
    ],
  ]
  it.each(violations)('finds %s', (_, files, problem) => {
    expect(check(files)).toEqual([problem])
  })

  it('refuses a source that does not parse', () => {
    expect(() => check({ 'main.ts': 'import {' })).toThrow(/^main\.ts: /)
  })
})
