/** Prints the structure of `src/` and the limits it exceeds: `npm run structure`. `test/structure.test.ts` enforces the limits. */

import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settings } from '../src/config/config.ts'
import { type CodeFacts, linesOf, readCodeFacts } from './code-facts.ts'
import { findLongestChain } from './import-chain.ts'
import { readReferences } from './imports.ts'
import { findCycles, readSources, roomsOf, topFolderOf } from './layers.ts'
import { levels } from './rooms.ts'
import { findUnusedExports } from './unused-exports.ts'

const maxFilesInFolder = 26
const maxLines = 300
const maxFunctionLines = 100
const maxCastsThroughUnknown = 4
const maxSettings = 60
const maxChain = 22

/** A package that is built from this repository. Its lines count like those in src/. */
const client = 'packages/client/src'

/** Generated files, which aren't meant to be read from top to bottom. */
const generated = new Set(['format/main-content/weights.ts', `${client}/api.ts`])

interface Folder {
  /** Path in src/, or `.` for the files directly in src/. */
  path: string
  files: number
  lines: number
  /** Folders that the folder's files import from, with the number of imports. */
  imports: ReadonlyMap<string, number>
}

interface Structure {
  folders: Folder[]
  facts: ReadonlyMap<string, CodeFacts>
  /** The longest chain of imports, starting at the importing file. A file that runs as a separate program begins another chain. */
  chain: string[]
  /** One sentence for each exceeded limit. */
  problems: string[]
}

/** Reads the structure of sources, a map from paths under src/ to text. */
export function readStructure(sources: ReadonlyMap<string, string>): Structure {
  const facts = new Map([...sources].map(([path, source]) => [path, readCodeFacts(path, source)]))
  const references = [...sources].flatMap(([path, source]) =>
    readReferences(path, source)
      .imports.map(({ specifier, isProgram }) => ({
        from: path,
        to: posix.join(posix.dirname(path), specifier ?? ''),
        isProgram,
      }))
      .filter(({ to }) => sources.has(to)),
  )
  const edges = references.map(({ from, to }) => [from, to] as const)
  const paths = [...new Set([...sources.keys()].map((path) => posix.dirname(path)))].sort()
  const folders = paths.map((path): Folder => {
    const files = [...facts].filter(([file]) => posix.dirname(file) === path)
    const targets = edges
      .filter(([from, to]) => posix.dirname(from) === path && posix.dirname(to) !== path)
      .map(([, to]) => posix.dirname(to))
    const imports = new Map([...Map.groupBy(targets, (to) => to)].map(([to, all]) => [to, all.length]))
    const lines = files.reduce((sum, [, { lines }]) => sum + lines, 0)
    return { path, files: files.length, lines, imports }
  })
  const imports = new Map([...sources.keys()].map((path): [string, string[]] => [path, []]))
  for (const { from, to, isProgram } of references) if (from !== to && !isProgram) imports.get(from)?.push(to)
  const isCyclic = findCycles(new Map([...imports].map(([path, targets]) => [path, new Set(targets)]))).length > 0
  const chain = isCyclic ? [] : findLongestChain(imports)
  const problems = [...findProblems(folders, facts, edges), ...findDeep(chain)]
  return { folders, facts, chain, problems }
}

/** Finds files and folders outside src/ that exceed the limits. `sources` is keyed by path in the repository. */
export function findLargeFiles(sources: ReadonlyMap<string, string>): string[] {
  const folders = Map.groupBy(sources.keys(), (path) => posix.dirname(path))
  return [
    ...findCrowded([...folders].map(([path, files]) => ({ path, files: files.length }))),
    ...findLong([...sources].map(([path, source]) => ({ path, lines: linesOf(source) }))),
  ]
}

/** Returns a problem if there are too many settings. The `OTEL_…` variables don't count, because they are OpenTelemetry's. */
export function findManySettings(names: readonly string[]): string[] {
  return names.length > maxSettings ? [`${names.length} settings, ${maxSettings} at most`] : []
}

/** Reads the sources of programs outside src/, keyed by path. */
export function readOtherFiles(): Map<string, string> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const paths = ['test', 'bench', 'scripts', client].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }).map((path) =>
      `${folder}/${path}`.replaceAll('\\', '/'),
    ),
  )
  const programs = paths.filter((path) => /\.m?[jt]s$/.test(path) && !/\/(node_modules|fixtures)\//.test(path))
  return new Map(programs.sort().map((path) => [path, readFileSync(root + path, 'utf8')]))
}

/** Returns all sources, keyed by their paths in the repository. */
export function withOtherFiles(
  sources: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map([...[...sources].map(([path, source]) => [`src/${path}`, source] as const), ...others])
}

function findCrowded(folders: readonly Pick<Folder, 'path' | 'files'>[]): string[] {
  return folders
    .filter(({ files }) => files > maxFilesInFolder)
    .map(({ path, files }) => `${path} holds ${files} files, ${maxFilesInFolder} at most`)
}

function findLong(files: readonly { path: string; lines: number }[]): string[] {
  return files
    .filter(({ path, lines }) => lines > maxLines && !generated.has(path))
    .map(({ path, lines }) => `${path} has ${lines} lines, ${maxLines} at most`)
}

function findLongFunctions(facts: ReadonlyMap<string, CodeFacts>): string[] {
  return [...facts].flatMap(([path, { functions }]) =>
    functions
      .filter(({ lines }) => lines > maxFunctionLines)
      .map(({ line, lines }) => `${path}:${line} begins a function of ${lines} lines, ${maxFunctionLines} at most`),
  )
}

function findProblems(
  folders: readonly Folder[],
  facts: ReadonlyMap<string, CodeFacts>,
  edges: readonly (readonly [string, string])[],
): string[] {
  const casts = [...facts].flatMap(([path, { castsThroughUnknown }]) =>
    castsThroughUnknown.map((line) => `${path}:${line}`),
  )
  const manyCasts =
    casts.length > maxCastsThroughUnknown
      ? [`${casts.length} casts through unknown, ${maxCastsThroughUnknown} at most: ${casts.join(', ')}`]
      : []
  const programs = [...facts].flatMap(([path, { programTexts }]) =>
    programTexts.map((line) => `${path}:${line} holds a program as a text: write it as a module`),
  )
  const files = [...facts].map(([path, { lines }]) => ({ path, lines }))
  return [
    ...findCrowded(folders),
    ...findLong(files),
    ...findLongFunctions(facts),
    ...manyCasts,
    ...programs,
    ...findDoubledNames(facts),
    ...findFolderCycles(edges),
  ]
}

function findDoubledNames(facts: ReadonlyMap<string, CodeFacts>): string[] {
  const exports = [...facts].flatMap(([path, { exports }]) => exports.map(({ name, line }) => ({ name, path, line })))
  return [...Map.groupBy(exports, ({ name }) => name)].flatMap(([name, all]) => {
    const places = all.map(({ path, line }) => `${path}:${line}`)
    // A type and a value in the same file may share a name: `const output` and `type output` count as one.
    const isOne = new Set(all.map(({ path }) => path)).size === 1
    return isOne ? [] : [`${name} is exported by ${places.join(' and ')}`]
  })
}

/** Returns a problem if the longest chain of imports exceeds the limit. */
function findDeep(chain: readonly string[]): string[] {
  if (chain.length <= maxChain) return []
  return [`${chain.length} files in the longest chain of imports, ${maxChain} at most: ${chain.join(' → ')}`]
}

function findFolderCycles(edges: readonly (readonly [string, string])[]): string[] {
  const graph = new Map<string, Set<string>>()
  for (const [from, to] of edges.map((edge) => edge.map(topFolderOf) as [string, string])) {
    if (from !== '' && to !== '' && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  return findCycles(graph).map((cycle) => `${cycle.join(' → ')} is a cycle`)
}

function print(
  { folders, facts, chain }: Structure,
  others: ReadonlyMap<string, string>,
  problems: readonly string[],
): void {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  say('level  files  lines  folder: imports from')
  for (const { path, files, lines, imports } of folders) {
    const level = path === '.' ? '' : String((roomsOf(`${path}/x`)?.[0]?.level ?? Number.NaN) + 1)
    const targets = [...imports].sort(([a], [b]) => (a < b ? -1 : 1)).map(([to, count]) => `${to} ${count}`)
    const columns = [level.padStart(5), String(files).padStart(5), String(lines).padStart(5)].join('  ')
    say(`${columns}  ${path}: ${targets.join(', ')}`)
  }
  const all = [...facts.values()]
  const clientLines = [...others].filter(([path]) => path.startsWith(client)).map(([, source]) => linesOf(source))
  const lines = [...all.map((one) => one.lines), ...clientLines].sort((a, b) => a - b)
  const total = lines.reduce((sum, count) => sum + count, 0)
  const count = (of: (one: CodeFacts) => unknown[]) => all.reduce((sum, one) => sum + of(one).length, 0)
  say(`${lines.length} files, ${total} lines with ${client}, ${lines[Math.floor(lines.length / 2)]} in the median file`)
  say(`${folders.length} folders, ${Math.max(...folders.map(({ files }) => files))} files in the fullest`)
  say(
    `${count((one) => one.castsThroughUnknown)} casts through unknown, ${count((one) => one.programTexts)} programs as texts`,
  )
  say(`${levels.length} levels, ${chain.length} files in the longest chain of imports: ${chain.join(' → ')}`)
  say(`${Object.keys(settings).length} settings`)
  for (const problem of problems) say(problem)
  say(`structure: ${problems.length} beyond the bounds`)
}

if (import.meta.main) {
  const sources = readSources()
  const structure = readStructure(sources)
  const others = readOtherFiles()
  const problems = [
    ...structure.problems.map((problem) => `src/${problem}`),
    ...findLargeFiles(others),
    ...findUnusedExports(withOtherFiles(sources, others)),
    ...findManySettings(Object.keys(settings)),
  ]
  print(structure, others, problems)
  process.exitCode = problems.length === 0 ? 0 : 1
}
