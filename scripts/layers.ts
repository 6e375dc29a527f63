/** Does the house stand? Imports run downward only, rooms on one floor do not see each other, and there are no circles. */

import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Reference, readReferences } from './imports.ts'

/** From the ground up. A name with a slash is a room: a folder whose files see each other. */
export const floors: readonly (readonly string[])[] = [
  ['contract/', 'page.ts', 'errors.ts', 'observe.ts', 'config.ts'],
  ['document/'],
  ['fetch/', 'format/', 'answer/', 'google-ads/', 'access/', 'snapshot/'],
  ['render/', 'sandbox/', 'store/'],
  ['operations/'],
  ['compose.ts', 'protocol/', 'log.ts'],
  ['main.ts'],
]

/** Who alone may import what. */
const reserved: readonly { what: string; packages: RegExp; rooms: readonly string[] }[] = [
  { what: 'the MCP SDKs', packages: /^@modelcontextprotocol\//, rooms: ['protocol/'] },
  {
    what: 'the HTTP servers and clients of Node',
    packages: /^node:(http|https|http2)$/,
    rooms: ['protocol/', 'fetch/'],
  },
  {
    what: 'database and queue drivers',
    packages: /^(node:sqlite|better-sqlite3|pg|postgres|redis|ioredis|bullmq)(\/|$)/,
    rooms: ['store/'],
  },
]

/** Rooms of adapters: only compose.ts knows which of them stands behind which port. */
const adapters = /^(store\/|render\/|fetch\/fetch-page\.ts$|answer\/anthropic\.ts$)/

const contractMayImport = /^(zod|contract\/.*|errors\.ts)$/
const forbiddenNames = /(^|\/)(index\.ts|types\.ts|utils?\/|shared\/|common\/|helpers?\/)/

interface Edge extends Reference {
  from: string
  /** Path below src/ when the import is relative, else the package or `node:` module. */
  to: string
}

/**
 * Every violation as `file:line what`, in file order; an empty list when the house stands.
 * `sources` are texts by path below src/; `dependencies` the packages that are installed with the published one.
 */
export function checkLayers(sources: ReadonlyMap<string, string>, dependencies: ReadonlySet<string>): string[] {
  const problems: string[] = []
  const graph = new Map<string, string[]>()
  for (const [path, source] of sources) {
    if (forbiddenNames.test(path))
      problems.push(`${path} has a name that says nothing: name the file for what it answers`)
    if (floorOf(path) === -1)
      problems.push(`${path} stands on no floor: give it a place in scripts/layers.ts and CONTRIBUTING.md`)
    const { imports, environment } = readReferences(path, source)
    if (path !== 'config.ts') {
      for (const line of environment) problems.push(`${path}:${line} reads process.env: only config.ts does`)
    }
    const edges = imports.map((reference) => toEdge(path, reference))
    for (const edge of edges) {
      const complaint = judge(edge, sources, dependencies)
      if (complaint) problems.push(`${path}:${edge.line} ${complaint}`)
    }
    graph.set(
      path,
      edges.map(({ to }) => to).filter((to) => sources.has(to)),
    )
  }
  return [...problems, ...findCircles(graph).map((circle) => `${circle.join(' → ')} is a circle`)]
}

function toEdge(from: string, reference: Reference): Edge {
  const specifier = reference.specifier ?? ''
  const to = specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
  return { ...reference, from, to }
}

function judge(edge: Edge, sources: ReadonlyMap<string, string>, dependencies: ReadonlySet<string>): string | null {
  const { specifier, from, to } = edge
  if (specifier === null) return 'imports what is not a literal: nobody can tell where it leads'
  const owner = reserved.find(({ packages }) => packages.test(to))
  if (owner && !owner.rooms.includes(roomOf(from))) {
    return `imports ${to}: ${owner.what} belong to ${owner.rooms.join(' and ')}`
  }
  if (from.startsWith('contract/') && !contractMayImport.test(to))
    return `imports ${to}: the contract imports zod and errors.ts only`
  if (!specifier.startsWith('.')) return judgePackage(to, dependencies)
  if (to === '../package.json') return null
  if (!sources.has(to)) return `imports ${specifier}: there is no src/${to}`
  if (adapters.test(to) && from !== 'compose.ts' && roomOf(from) !== roomOf(to))
    return `imports ${to}: adapters are named in compose.ts only`
  return judgeFloors(from, to)
}

function judgePackage(specifier: string, dependencies: ReadonlySet<string>): string | null {
  if (specifier.startsWith('node:')) return null
  if (builtinModules.includes(specifier)) return `imports ${specifier}: write node:${specifier}`
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return dependencies.has(name) ? null : `imports ${name}: it is not among the dependencies of package.json`
}

function judgeFloors(from: string, to: string): string | null {
  const [upper, lower] = [floorOf(from), floorOf(to)]
  if (upper === -1 || lower === -1 || roomOf(from) === roomOf(to)) return null
  if (lower > upper) return `imports ${to}: floor ${upper} does not look up to floor ${lower}`
  // The ground floor's files are small and lean on each other; the circle check holds for them too.
  if (lower === upper && upper !== 0) return `imports ${to}: rooms on floor ${upper} do not see each other`
  return null
}

/** `fetch/` for a file in a room, the file's own name for one that stands by itself. */
function roomOf(path: string): string {
  const slash = path.indexOf('/')
  return slash === -1 ? path : path.slice(0, slash + 1)
}

function floorOf(path: string): number {
  return floors.findIndex((rooms) => rooms.includes(roomOf(path)))
}

/** Each circle once, as the path that closes it: `a → b → a`. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path])
    if (done.has(path) || trail.includes(path)) return
    trail.push(path)
    for (const next of graph.get(path) ?? []) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const path of graph.keys()) visit(path)
  return circles
}

/** The house as it stands: texts by path below src/. */
export function readHouse(): Map<string, string> {
  const src = fileURLToPath(new URL('../src', import.meta.url))
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(`${src}/${path}`, 'utf8')]))
}

/** Packages that are installed with the published one. */
export function readDependencies(): Set<string> {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return new Set(Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies }))
}

if (import.meta.main) {
  const house = readHouse()
  const problems = checkLayers(house, readDependencies())
  for (const problem of problems) process.stdout.write(`src/${problem}\n`)
  process.stdout.write(`layers: ${house.size} files, ${problems.length} violations\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
