/** Checks the structure of `src/`: imports only point downward, folders on one level don't import each other, and there are no cycles. */

import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Reference, readReferences } from './imports.ts'
import { reserved } from './reserved-packages.ts'
import { type Levels, levels, type Room } from './rooms.ts'

/** The only folders that choose among the adapters of ports. */
const composers = /^compose\//

const adapters = /^(store\/|render\/|fetch\/fetch-page\.ts$|model\/(anthropic|openai)\/)/

/** Code that runs outside the service. It doesn't import the service's code, and imports only the packages in its bundle. */
const apart: readonly { folder: string; packages: RegExp }[] = [
  // This code runs in a visitor's browser.
  { folder: 'playground/', packages: /^(preact(\/hooks)?|@preact\/signals|marked)$/ },
]

const contractMayImport = /^(zod|contract\/.*|base\/.*)$/
const forbiddenNames = /(^|\/)(index\.ts|types\.ts|utils?\/|shared\/|common\/|helpers?\/)/

/** Files outside src/: package.json, the client library, and the files that the build makes for browsers. */
const outside = new Set(['../package.json', '../packages/client/src/client.ts', '../dist/assets/'])

/** Matches packed data next to the file that reads it. */
const packed = /\.br$/

interface Edge extends Reference {
  from: string
  /** Path in src/ of a relative import, or else the package or `node:` module. */
  to: string
}

/**
 * Returns every violation as `file:line problem`, in file order. `sources` maps paths in src/ to their text. `dependencies` are the
 * packages that sources may import.
 */
export function checkLayers(sources: ReadonlyMap<string, string>, dependencies: ReadonlySet<string>): string[] {
  const problems: string[] = []
  const files = new Map<string, Set<string>>()
  const folders = new Map<string, Set<string>>()
  for (const [path, source] of sources) {
    if (forbiddenNames.test(path))
      problems.push(`${path} has a name that says nothing: name the file for what it holds`)
    else if (!roomsOf(path)) problems.push(`${path} isn't in any room: list its folder in scripts/rooms.ts`)
    const { imports, environment } = readReferences(path, source)
    if (path !== 'config/config.ts') {
      for (const line of environment) problems.push(`${path}:${line} reads process.env: only config/config.ts does`)
    }
    for (const edge of imports.map((reference) => toEdge(path, reference))) {
      const problem = findProblem(edge, sources, dependencies)
      if (problem) problems.push(`${path}:${edge.line} ${problem}`)
      if (!sources.has(edge.to)) continue
      add(files, path, edge.to)
      if (posix.dirname(path) !== posix.dirname(edge.to)) add(folders, posix.dirname(path), posix.dirname(edge.to))
    }
  }
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
  if (specifier === null) return 'imports by a name that is not a literal: its target is unknown'
  const owner = reserved.find(({ packages }) => packages.test(to))
  if (owner && !owner.folders.some((folder) => from.startsWith(folder))) {
    return `imports ${to}: ${owner.what} belong to ${owner.folders.join(' and ')}`
  }
  if (from.startsWith('contract/') && !contractMayImport.test(to))
    return `imports ${to}: the contract imports zod and base/ only`
  const own = apart.find(({ folder }) => from.startsWith(folder))
  if (own) return findProblemApart(edge, own, sources)
  if (!specifier.startsWith('.')) return findPackageProblem(to, dependencies)
  if (outside.has(to) || packed.test(to)) return null
  if (!sources.has(to)) return `imports ${specifier}: can't find src/${to}`
  if (adapters.test(to) && !composers.test(from) && topFolderOf(from) !== topFolderOf(to))
    return `imports ${to}: adapters are named in compose/ only`
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
  if (!to.startsWith(folder)) return `imports ${to}: code outside the service can't import from it`
  return sources.has(to) || to.endsWith('.css') ? null : `imports ${specifier}: can't find src/${to}`
}

function findPackageProblem(specifier: string, dependencies: ReadonlySet<string>): string | null {
  if (specifier.startsWith('node:')) return null
  if (builtinModules.includes(specifier)) return `imports ${specifier}: write node:${specifier}`
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return dependencies.has(name) ? null : `imports ${name}: package.json doesn't have it`
}

function findLevelProblem(from: string, to: string): string | null {
  const [above, below] = [roomsOf(from), roomsOf(to)]
  if (!above || !below) return null
  const at = above.findIndex(({ path }, index) => path !== below[index]?.path)
  const [upper, lower] = [above[at], below[at]]
  // Files in one folder may import each other.
  if (!upper || !lower) return null
  if (lower.level > upper.level) return `imports ${to}: ${upper.path} is on a lower level than ${lower.path}`
  if (lower.level === upper.level) return `imports ${to}: ${upper.path} and ${lower.path} are on the same level`
  const closed = below.slice(at).find(({ path, room }) => room.entry !== undefined && to !== path + room.entry)
  return closed ? `imports ${to}: other rooms import ${closed.path}${closed.room.entry} only` : null
}

export const topFolderOf = (path: string) => path.slice(0, path.indexOf('/') + 1)

interface Place {
  room: Room
  /** Path in src/, which ends with a slash for a folder. */
  path: string
  /** Index of its level in the parent folder. */
  level: number
}

/** Returns the rooms that contain a file, outermost first, or null if one of its folders isn't listed. */
export function roomsOf(path: string): Place[] | null {
  const places: Place[] = []
  let inside: Levels = levels
  const names = path.split('/')
  for (const [at, name] of names.entries()) {
    const isFile = at === names.length - 1
    const wanted = isFile && at > 0 ? '.' : name
    const level = inside.findIndex((rooms) => rooms.some((room) => room.name === wanted))
    const room = inside[level]?.find((room) => room.name === wanted)
    if (!room) return null
    places.push({
      room,
      level,
      path: isFile && at === 0 ? name : `${names.slice(0, at + (isFile ? 0 : 1)).join('/')}/`,
    })
    inside = room.inside ?? [[{ name: '.' }]]
  }
  return places
}

/** Returns each cycle once, as the path that closes it: `a → b → a`. */
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

/** Returns the sources on disk: their text by path under src/. */
export function readSources(): Map<string, string> {
  const src = fileURLToPath(new URL('../src', import.meta.url))
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.[cm]?[jt]sx?$/.test(path))
  return new Map(paths.sort().map((path) => [path.replaceAll('\\', '/'), readFileSync(`${src}/${path}`, 'utf8')]))
}

/** Returns the packages that sources may import: those installed with the published package, and those in its bundle. */
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
