/** Checks the structure of `src/`: imports point downward only, folders on one level do not import each other, and there are no cycles. */

import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Reference, readReferences } from './imports.ts'
import { reserved } from './reserved-packages.ts'

/**
 * From the bottom up; an import may only point to a lower level. A name with a slash is a folder: a file belongs to the longest
 * listed prefix of its path, so that `format/markdown/` is below the rest of `format/`.
 */
export const levels: readonly (readonly string[])[] = [
  [
    'contract/',
    'page.ts',
    'languages.ts',
    'device-hints.ts',
    'errors.ts',
    'observe.ts',
    'config.ts',
    'settings/',
    'sound-config.ts',
    'deadline.ts',
    'semaphore.ts',
    'retry.ts',
    'share.ts',
    'process-memory.ts',
    'stages.ts',
    'once.ts',
  ],
  ['document/', 'content/', 'terminal/', 'protocol/http/playground/app/', 'relevance/'],
  ['document/parse/', 'highlights/', 'format/documents/converted/'],
  ['document/select/', 'document/recognize/', 'format/documents/xml/'],
  ['visibility/', 'format/documents/archive/'],
  ['google-ads/text/'],
  [
    'fetch/guard/',
    'fetch/body/',
    'format/markdown/survey/',
    'format/tables/',
    'answer/model/',
    'google-ads/',
    'access/',
    'snapshot/',
  ],
  [
    'fetch/http/',
    'fetch/egress/',
    'format/documents/parts/',
    'format/documents/flow/',
    'format/markdown/syntax/',
    'answer/anthropic/',
    'answer/openai/',
    'answer/prompt/',
    'answer/json/',
    'google-ads/search/',
    'google-ads/page/dom/',
  ],
  ['format/documents/drawings/'],
  [
    'fetch/service/',
    'fetch/',
    'format/markdown/elements/',
    'format/documents/ole/',
    'format/documents/sheets/',
    'format/documents/pdf/',
    'format/documents/epub/',
    'format/documents/odt/',
    'format/documents/rtf/',
    'format/documents/word/',
    'answer/long-pages/',
    'google-ads/providers/',
    'google-ads/page/survey/',
  ],
  ['format/documents/slides/'],
  [
    'answer/',
    'google-ads/page/ads/',
    'format/markdown/',
    'format/main-content/',
    'format/metadata/',
    'format/html/',
    'format/links/',
    'format/images/',
    'format/emails/',
    'format/fields/',
    'format/documents/',
  ],
  ['format/', 'google-ads/page/'],
  ['nodes/'],
  ['render/in-page/', 'render/browser/', 'store/'],
  ['render/tab/'],
  ['render/settle/', 'render/farm/'],
  ['render/frames/'],
  ['render/', 'sandbox/', 'store/sqlite/', 'store/postgres/', 'store/memory/'],
  ['queue/'],
  ['store/redis/'],
  ['operations/'],
  ['monitoring/log/', 'monitoring/metrics/', 'monitoring/traces/'],
  ['protocol/'],
  ['protocol/http/', 'protocol/mcp/features/', 'protocol/mcp/wire/'],
  ['protocol/mcp/legacy/', 'protocol/mcp/modern/', 'protocol/http/playground/'],
  ['protocol/mcp/'],
  ['serve.ts', 'worker.ts'],
  ['protocol/cli/terminal/', 'protocol/cli/doctor/'],
  ['protocol/cli/help/', 'protocol/cli/batch/', 'protocol/cli/given/'],
  ['protocol/cli/completion/'],
  ['protocol/cli/'],
  ['compose/'],
  ['compose.ts'],
  ['main.ts'],
]

/** Adapters of ports: only these choose among them. */
const composers = /^compose(\.ts$|\/)/

const adapters = /^(store\/|render\/|fetch\/fetch-page\.ts$|answer\/(anthropic|openai)\/)/

/** What runs elsewhere: nothing of the service, and only packages that its bundle contains. */
const apart: readonly { folder: string; packages: RegExp }[] = [
  // In a visitor's browser.
  { folder: 'protocol/http/playground/app/', packages: /^(preact(\/hooks)?|@preact\/signals|marked)$/ },
]

const contractMayImport = /^(zod|contract\/.*|errors\.ts)$/
const forbiddenNames = /(^|\/)(index\.ts|types\.ts|utils?\/|shared\/|common\/|helpers?\/)/

/** What is no source: the package's own description, and the files that the build makes for browsers. */
const outside = new Set(['../package.json', '../dist/assets/'])

/** Packed data beside the file that reads it. */
const packed = /\.br$/

interface Edge extends Reference {
  from: string
  /** Path below src/ when the import is relative, else the package or `node:` module. */
  to: string
}

/**
 * Every violation as `file:line what`, in file order; an empty list when there is none.
 * `sources` are texts by path below src/; `dependencies` the packages that they may import.
 */
export function checkLayers(sources: ReadonlyMap<string, string>, dependencies: ReadonlySet<string>): string[] {
  const problems: string[] = []
  const files = new Map<string, Set<string>>()
  const folders = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    if (forbiddenNames.test(path))
      problems.push(`${path} has a name that says nothing: name the file for what it holds`)
    if (levelOf(path) === -1)
      problems.push(`${path} is on no level: list its folder in scripts/layers.ts and CONTRIBUTING.md`)
    const { imports, environment } = readReferences(path, source)
    if (path !== 'config.ts') {
      for (const line of environment) problems.push(`${path}:${line} reads process.env: only config.ts does`)
    }
    for (const edge of imports.map((reference) => toEdge(path, reference))) {
      const problem = findProblem(edge, sources, dependencies)
      if (problem) problems.push(`${path}:${edge.line} ${problem}`)
      if (!sources.has(edge.to)) continue
      add(files, path, edge.to)
      if (posix.dirname(path) !== posix.dirname(edge.to)) add(folders, posix.dirname(path), posix.dirname(edge.to))
    }
  }
  // The files of src/ itself are on several levels, so that they are no unit as a folder.
  folders.delete('.')
  const cycles = [...findCycles(files), ...findCycles(folders)]
  return [...problems, ...cycles.map((cycle) => `${cycle.join(' → ')} is a cycle`)]
}

function add(graph: Map<string, Set<string>>, from: string, to: string): void {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

function toEdge(from: string, reference: Reference): Edge {
  const specifier = reference.specifier ?? ''
  const to = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
  return { ...reference, from, to }
}

function findProblem(
  edge: Edge,
  sources: ReadonlyMap<string, string>,
  dependencies: ReadonlySet<string>,
): string | null {
  const { specifier, from, to } = edge
  if (specifier === null) return 'imports by a name that is no literal: its target is unknown'
  const owner = reserved.find(({ packages }) => packages.test(to))
  if (owner && !owner.folders.some((folder) => from.startsWith(folder))) {
    return `imports ${to}: ${owner.what} belong to ${owner.folders.join(' and ')}`
  }
  if (from.startsWith('contract/') && !contractMayImport.test(to))
    return `imports ${to}: the contract imports zod and errors.ts only`
  const own = apart.find(({ folder }) => from.startsWith(folder))
  if (own) return findProblemApart(edge, own, sources)
  if (!specifier.startsWith('.')) return findPackageProblem(to, dependencies)
  if (outside.has(to) || packed.test(to)) return null
  if (!sources.has(to)) return `imports ${specifier}: there is no src/${to}`
  if (adapters.test(to) && !composers.test(from) && topFolderOf(from) !== topFolderOf(to))
    return `imports ${to}: adapters are named in compose.ts and compose/ only`
  return findLevelProblem(from, to)
}

function findProblemApart(
  { specifier, to }: Edge,
  { folder, packages }: (typeof apart)[number],
  sources: ReadonlyMap<string, string>,
): string | null {
  if (!specifier?.startsWith('.')) {
    return packages.test(to)
      ? null
      : `imports ${to}: its bundle contains no other packages than scripts/layers.ts lists`
  }
  if (!to.startsWith(folder)) return `imports ${to}: what runs elsewhere shares nothing with the service`
  return sources.has(to) || to.endsWith('.css') ? null : `imports ${specifier}: there is no src/${to}`
}

function findPackageProblem(specifier: string, dependencies: ReadonlySet<string>): string | null {
  if (specifier.startsWith('node:')) return null
  if (builtinModules.includes(specifier)) return `imports ${specifier}: write node:${specifier}`
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return dependencies.has(name) ? null : `imports ${name}: package.json doesn't have it`
}

function findLevelProblem(from: string, to: string): string | null {
  const [upper, lower] = [levelOf(from), levelOf(to)]
  if (upper === -1 || lower === -1 || unitOf(from) === unitOf(to)) return null
  if (lower > upper) return `imports ${to}: ${nameOf(from)} is on a lower level than ${nameOf(to)}`
  // The lowest level's files are small and import each other; they are still checked for cycles.
  if (lower === upper && upper !== 0) return `imports ${to}: ${nameOf(from)} and ${nameOf(to)} are on one level`
  return null
}

const nameOf = (path: string) => unitOf(path) ?? path

export const topFolderOf = (path: string) => path.slice(0, path.indexOf('/') + 1)

/** The longest listed prefix of the path: `format/markdown/` for `format/markdown/frame.ts`; undefined when none is listed. */
function unitOf(path: string): string | undefined {
  return levels
    .flat()
    .filter((unit) => (unit.endsWith('/') ? path.startsWith(unit) : path === unit))
    .sort((a, b) => b.length - a.length)[0]
}

export function levelOf(path: string): number {
  const unit = unitOf(path)
  return levels.findIndex((units) => unit !== undefined && units.includes(unit))
}

/** Each cycle once, as the path that closes it: `a → b → a`. */
export function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path])
    if (done.has(path) || trail.includes(path)) return
    trail.push(path)
    for (const next of graph.get(path) ?? []) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return cycles
}

/** The sources on disk: texts by path below src/. */
export function readSources(): Map<string, string> {
  const src = fileURLToPath(new URL('../src', import.meta.url))
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(`${src}/${path}`, 'utf8')]))
}

/** Packages that the sources may import: those that are installed with the published one, and those that its bundle contains. */
export function readDependencies(): Set<string> {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return new Set(Object.keys({ ...dependencies, ...devDependencies }))
}

if (import.meta.main) {
  const sources = readSources()
  const problems = checkLayers(sources, readDependencies())
  for (const problem of problems) process.stdout.write(`src/${problem}\n`)
  process.stdout.write(`layers: ${sources.size} files, ${problems.length} violations\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
