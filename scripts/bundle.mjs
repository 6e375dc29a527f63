// Bundles src/ with the packages loaded at startup, so that startup reads a few files instead of five hundred. Names stay as written,
// each module is marked with its path, and code that only some requests need is in separate files.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * Packages that only some requests need, that look for their own files, or that are large. They aren't bundled, and are the dependencies in
 * package.json. All other packages are in the bundle.
 */
const external = ['ioredis', 'pg', 'pino', 'playwright', 'rate-limiter-flexible', 'unpdf']

/** Bundles `main.ts`, the worker programs under `source` and the modules they load into `target`. Resolves with the modules' paths. */
export async function bundle(source, target) {
  const program = await rolldown({
    cwd: source,
    input: Object.fromEntries(entriesOf(source).map((path) => [withoutExtension(path), join(source, path)])),
    platform: 'node',
    // koa's packages report deprecations through code that they evaluate. Their version for browsers reports none.
    resolve: { alias: { depd: join(source, '../node_modules/depd/lib/browser/index.js') } },
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownUrls(source)],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await program.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  })
  await program.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** Writes the licences of the packages that the modules come from. */
export function writeLicences(modules, file) {
  writeFileSync(file, licencesOf(new Set(modules.flatMap(packageOf))))
}

function entriesOf(source) {
  const paths = readdirSync(source, { recursive: true }).map((path) => path.split(sep).join('/'))
  return paths.filter((path) => path === 'main.ts' || /\/(thread|child)\.ts$/.test(path)).sort()
}

const withoutExtension = (path) => path.slice(0, -'.ts'.length)

/** Lets a module find adjacent files by `import.meta.url` as if it were compiled to a separate file. */
function ownUrls(source) {
  const mark = '@own-url/'
  return {
    name: 'own-urls',
    transform(code, id) {
      if (!id.startsWith(source + sep) || !code.includes('import.meta.url')) return null
      const path = withoutExtension(relative(source, id).split(sep).join('/'))
      return code.replaceAll('import.meta.url', `new URL('${mark}${path}.js', import.meta.url).href`)
    },
    renderChunk(code, { fileName }) {
      return code.replaceAll(mark, `${relative(dirname(fileName), '.') || '.'}/`)
    },
  }
}

/** Returns a list with the folder of a module's package, or an empty list for this program's modules. */
function packageOf(id) {
  const [folder] = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []
  return folder === undefined ? [] : [folder]
}

function licencesOf(folders) {
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((path) => /^licen[cs]e/i.test(path))
    const text = file === undefined || !existsSync(join(folder, file)) ? '' : readFileSync(join(folder, file), 'utf8')
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}
