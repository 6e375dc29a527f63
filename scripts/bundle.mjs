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
    preserveEntrySignatures: 'allow-extension',
    resolve: { alias: versionsForBrowsers(join(source, '../node_modules')) },
    external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [ownUrls(source), clientOfUndici(join(source, '../node_modules/undici/lib'))],
    onLog(level, log) {
      // Two modules of one file may also import each other dynamically.
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
    },
  })
  const { output } = await program.write({
    dir: target,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // The modules that a start loads in any case are in a few files, because each file takes a third of a millisecond.
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'starts', name: groupsOf(source) }] },
  })
  await program.close()
  return output.flatMap(({ moduleIds = [] }) => moduleIds)
}

/** Packages that are bundled in their version for browsers. */
function versionsForBrowsers(packages) {
  return {
    // koa's packages report deprecations through code that they evaluate. This version reports none.
    depd: join(packages, 'depd/lib/browser/index.js'),
    // The other version loads a parser of 400 kB that is never used, because turndown is only given trees.
    turndown: join(packages, 'turndown/lib/turndown.browser.es.js'),
  }
}

/** The modules with which each kind of start begins. A start needs all modules that they import. */
const starts = {
  thread: ['readers/open-reader'],
  main: ['compose/program'],
  reader: ['readers/entry'],
  scrape: [
    ...['interfaces/cli/scrape-command', 'interfaces/cli/operation-command', 'interfaces/cli/scrape-request'],
    'operations/scrape',
  ],
  fetch: ['readers/pool', 'fetch/guard/address-policy', 'fetch/fetch-page'],
  stdio: [
    ...['interfaces/cli/stdio-command', 'interfaces/mcp/stdio', 'interfaces/mcp/features/features'],
    'interfaces/mcp/legacy/server',
  ],
}

/** Returns a function that names the file of a module: modules that the same starts need share a file. Null leaves it to Rolldown. */
function groupsOf(source) {
  let needed
  return (id, context) => {
    needed ??= Object.entries(starts).map(([name, paths]) => {
      const found = new Set(paths.map((path) => join(source, `${path}.ts`)))
      // The set grows during the loop.
      for (const one of found) for (const imported of context.getModuleInfo(one)?.importedIds ?? []) found.add(imported)
      return [name, found]
    })
    const names = needed.filter(([, found]) => found.has(id)).map(([name]) => name)
    // The thread that is started in advance needs so little of the program that it doesn't split the program's files.
    const own = names.includes('main') ? names.filter((name) => name !== 'thread') : names
    return own.length === 0 ? null : own.join('-')
  }
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

/** Gives the code that loads pages only undici's client. Its other parts, such as `fetch` and WebSocket, take as long to load as all the rest. */
function clientOfUndici(folder) {
  const client = '\0undici-client'
  return {
    name: 'client-of-undici',
    resolveId: (id, importer = '') => (id === 'undici' && /\/fetch\/(?:guard|http)\//.test(importer) ? client : null),
    load(id) {
      if (id !== client) return null
      const [dispatcher, errors] = ['dispatcher/client.js', 'core/errors.js'].map((path) => join(folder, path))
      return `export { default as Client } from '${dispatcher}'\nexport { default as errors } from '${errors}'\n`
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
