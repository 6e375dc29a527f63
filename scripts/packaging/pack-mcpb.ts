/**
 * Packs the program and its dependencies into an `.mcpb` file for desktop clients: `npx node scripts/packaging/pack-mcpb.ts [-- FOLDER]`.
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ZipAttributes, zipSync } from 'fflate'
import { createRegistry } from '../../src/operations/registry.ts'
import { createManifest } from './mcpb-manifest.ts'
import { publishedManifest } from './pack.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Files of a package that aren't needed to run it. Licence files are always kept. */
const unusedFiles = /\.(map|[cm]?ts|md|markdown|tsbuildinfo|ya?ml)$/i
const unusedFolders = new Set([
  'test',
  'tests',
  'docs',
  'example',
  'examples',
  'benchmark',
  'benchmarks',
  'node_modules',
])
const licence = /^(licen[cs]e|notice|copying)/i

/** Web pages aren't served over stdio. */
const forOthers = /^dist\/assets\//

interface BundleEntry {
  /** Path inside the archive, with `/`. */
  name: string
  data: Uint8Array
  executable?: boolean
}

// This is the earliest date in the ZIP format. With a fixed date, the same files always give the same bytes.
const mtime = new Date(1980, 0, 1)
const unix = 3

/** Returns a ZIP archive of the entries. The same entries give the same bytes. */
export function packBundle(entries: readonly BundleEntry[]): Uint8Array {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = sorted.map(({ name, data, executable }): [string, [Uint8Array, ZipAttributes]] => {
    return [name, [data, { mtime, os: unix, attrs: ((executable ? 0o100755 : 0o100644) << 16) >>> 0 }]]
  })
  return zipSync(Object.fromEntries(files), { level: 9 })
}

/** Returns all files of the bundle. Throws an Error if dist/ or a package is missing. */
export function bundleEntries(): BundleEntry[] {
  if (!existsSync(`${root}dist/main.js`)) throw new Error('dist/ is missing: run "npm run build"')
  const { files, ...rest } = publishedManifest(JSON.parse(readFileSync(`${root}package.json`, 'utf8')))
  return [
    json(
      'manifest.json',
      createManifest(
        rest,
        Object.values(createRegistry(['(by setting)'])).filter(({ isTool }) => isTool),
      ),
    ),
    json('package.json', rest),
    ...filesOf('bin', { executable: true }),
    ...filesOf('dist').filter(({ name }) => !forOthers.test(name)),
    ...filesOf('LICENSE'),
    ...productionPackages().flatMap((path) => filesOf(path)),
  ]
}

/** Returns the folders of production dependencies in the lock file. Omits optional ones, because one bundle serves every platform. */
function productionPackages(): string[] {
  const lock: { packages: Record<string, Record<string, unknown>> } = JSON.parse(
    readFileSync(`${root}package-lock.json`, 'utf8'),
  )
  const entries = Object.entries(lock.packages)
  return entries.flatMap(([path, { version, dev, optional, devOptional }]) => {
    if (path === '' || dev || optional || devOptional) return []
    const installed = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).version
    if (installed !== version) throw new Error(`${path} is ${installed}, the lock says ${version}: run "npm ci"`)
    return [path]
  })
}

function filesOf(path: string, { executable = false } = {}): BundleEntry[] {
  const full = join(root, path)
  if (path === 'LICENSE') return [{ name: path, data: readFileSync(full) }]
  const found = readdirSync(full, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return found.flatMap(({ parentPath, name }) => {
    const inside = relative(full, join(parentPath, name)).split(sep)
    const top = inside.length > 1 ? (inside[0] ?? '') : ''
    const isUnused = unusedFolders.has(top) || top.startsWith('.') || (unusedFiles.test(name) && !licence.test(name))
    if (isUnused || name.startsWith('.')) return []
    return [{ name: `${path}/${inside.join('/')}`, data: readFileSync(join(parentPath, name)), executable }]
  })
}

function json(name: string, value: unknown): BundleEntry {
  return { name, data: Buffer.from(`${JSON.stringify(value, null, 2)}\n`) }
}

if (import.meta.main) {
  const folder = process.argv[2] ?? root
  const entries = bundleEntries()
  const archive = packBundle(entries)
  const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const file = join(folder, `${name}-${version}.mcpb`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, archive)
  const unpacked = entries.reduce((sum, { data }) => sum + data.length, 0)
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  process.stdout.write(
    `pack: ${file}: ${megabytes(archive.length)}, ${entries.length} files, ${megabytes(unpacked)} unpacked\n`,
  )
}
