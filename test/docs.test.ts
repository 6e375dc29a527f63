import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { documents as madeDocuments, sourcesOf, updateDocument } from '../scripts/docs.ts'
import { parseInput } from '../src/contract/parse-input.ts'
import { createRegistry, type RegisteredOperation } from '../src/operations/registry.ts'
import { parseFlags } from '../src/protocol/cli/flags.ts'
import { coerceParameters } from '../src/protocol/coerce.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/api.md',
  'docs/upgrade.md',
  'docs/main-content.md',
]

const registry = createRegistry(['a-model'])
const operations: Record<string, RegisteredOperation> = registry

/** What stands in the code blocks of one language. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
}

/** The contract's reading of an example. Throws when it is refused. */
function accept(name: string, parameters: Iterable<readonly [string, string]>): Record<string, unknown> {
  const operation = operations[name]
  if (!operation) throw new Error(`no operation ${name}`)
  const { raw, faulty } = coerceParameters(operation, parameters)
  return parseInput(operation, raw, faulty)
}

describe('README.md', () => {
  const readme = read('README.md')

  it('names every value of output in its table of outputs', () => {
    const { options } = registry.scrape.input.shape.output.def.innerType
    const rows = readme.split('| `output` | `content` is |')[1]?.split('\n\n')[0] ?? ''
    const named = [...rows.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    )
    expect(named.sort()).toEqual([...options].sort())
  })

  it('shows only requests that the contract accepts', () => {
    const urls = [...readme.matchAll(/http:\/\/127\.0\.0\.1:8787\/v1\/(\w+)\?([^'\s]+)/g)]
    expect(urls.length).toBeGreaterThan(0)
    for (const [, name = '', query] of urls) accept(name, new URLSearchParams(query))
  })

  it('shows only commands that the command line accepts', () => {
    const lines = blocks(readme, 'sh')
      .join('')
      .matchAll(/^node bin\/gleaner\.mjs (scrape|google-ads) (.+)$/gm)
    const commands = [...lines].map(([, name = '', words = '']) => ({
      name: name.replace('-', '_'),
      argv: words.split(' '),
    }))
    expect(commands.length).toBeGreaterThan(0)
    for (const { name, argv } of commands) {
      const { parameters, help } = parseFlags(operations[name] as RegisteredOperation, argv)
      if (!help) accept(name, parameters)
    }
  })

  it('shows only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    const named = documents.flatMap((path) =>
      [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
    )
    expect(named).toContain('check')
    for (const name of named) expect(scripts).toHaveProperty(name)
  })

  it('shows only JSON that parses', () => {
    const shown = blocks(readme, 'json')
    expect(shown.length).toBeGreaterThan(0)
    for (const text of shown) expect(() => JSON.parse(text)).not.toThrow()
  })
})

describe('the documents', () => {
  it.each(Object.entries(madeDocuments))(
    '%s is in step with the schemas: otherwise run "npm run docs"',
    (path, make) => {
      expect(read(path)).toBe(make(read(path)))
    },
  )

  it.each(documents)('%s links only to files that are there', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target)
    expect(links.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([])
  })

  it('CONTRIBUTING.md maps every folder and file below src/ that the layers list', async () => {
    const { levels } = await import('../scripts/layers.ts')
    const map = read('CONTRIBUTING.md')
    expect(levels.flat().filter((unit) => !map.split(/\s+/).includes(`src/${unit}`))).toEqual([])
  })

  it('CONTRIBUTING.md and .ci/run name the test command of the README', () => {
    for (const path of ['README.md', 'CONTRIBUTING.md', '.ci/run'])
      expect(read(path)).toMatch(/^npm ci && npm run check$/m)
  })

  it('mcp.json is an entry that MCP clients read', () => {
    expect(JSON.parse(read('mcp.json'))).toEqual({
      mcpServers: { gleaner: { command: 'node', args: ['bin/gleaner.mjs', 'stdio'], env: {} } },
    })
  })
})

describe('the files that comments and documents name', () => {
  const committed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)))
  const texts = committed.filter(
    (path) =>
      /^(src|test|scripts|bench|docs|README|CONTRIBUTING|SECURITY)\b.*\.(m?ts|mjs|md)$/.test(path) &&
      !path.startsWith('test/fixtures/'),
  )

  /** Names that are no file of this repository, each with the reason why a text may use it. */
  const otherNames: Record<string, string> = {
    '/openapi.json': 'a route of the service',
    'dist/main.js': 'made by npm run build',
    'main.js': 'the same',
    '.vscode/mcp.json': 'a file of an MCP client',
    '~/.cursor/mcp.json': 'a file of an MCP client',
    'claude_desktop_config.json': 'a file of an MCP client',
    'fold-N.ts': 'written by npm run train -- --folds',
    'types.ts': 'the name that no file has',
    '.test.ts': 'how the name of a test ends',
    '.slow.test.ts': 'the same',
    'pdf.js': 'a library',
    'highlight.js': 'a library',
    'ipaddr.js': 'a library',
    'Node.js': 'a product',
  }

  /** A document is prose as a whole, a source in its comments. */
  function proseOf(path: string): string {
    const text = read(path)
    if (path.endsWith('.md')) return text
    return parseSync(path, text)
      .comments.map(({ value }) => value)
      .join('\n')
  }

  it('are in the repository', () => {
    // A file may be named by the end of its path alone.
    const known = new Set(committed.flatMap((path) => path.split('/').map((_, at, all) => all.slice(at).join('/'))))
    const fileName =
      /(?<![\w/.@:-])(?:[.~]{0,2}\/)?(?:[\w.@-]+\/)*[\w.@-]*\w\.(?:m?ts|[mc]?js|md|json|sql|sh)\b(?![\w/])/g
    const absent = texts.flatMap((path) =>
      [...proseOf(path).matchAll(fileName)]
        .map(([name]) => name)
        .filter((name) => !known.has(name.replace(/^\.\//, '')) && !Object.hasOwn(otherNames, name))
        .map((name) => `${path} names ${name}`),
    )
    expect(absent).toEqual([])
  })

  it('are beside it only where code reads saved pages, and where CONTRIBUTING.md explains that', () => {
    const lines = texts.flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => /\.\.\/shared/.test(line) && !/new URL\(/.test(line))
        .map(() => path),
    )
    expect(lines).toEqual(['CONTRIBUTING.md', 'test/needs.ts'])
  })
})

describe('the writer of documents', () => {
  const empty = sourcesOf('README.md')
    .map((source) => `<!-- made from ${source}: begin -->\n<!-- made from ${source}: end -->\n`)
    .join('\n')

  it('changes a document that differs, once', () => {
    const made = updateDocument('README.md', empty)
    expect(made).not.toBe(empty)
    expect(updateDocument('README.md', made)).toBe(made)
    expect(updateDocument('README.md', made.replace('| `url` |', '| `uri` |'))).toBe(made)
  })

  it('prints defaults as they are written, whatever machine it runs on', () => {
    expect(updateDocument('README.md', empty)).toContain(
      '| `GLEANER_DATA_DIR` | at least 1 character | `gleaner-data` |',
    )
  })

  it('refuses a document that lacks a part', () => {
    const source = '<!-- made from src/config.ts: begin -->'
    expect(() => updateDocument('README.md', empty.replace(source, ''))).toThrow(
      'lacks the part made from src/config.ts',
    )
  })

  it('refuses a part that it does not know', () => {
    expect(() => updateDocument('README.md', empty.replaceAll('src/config.ts', 'src/settings.ts'))).toThrow(
      'does not know',
    )
  })
})
