// Bundles src/ into a separate folder under .builds/, laid out like the package, with package.json next to dist/. Then .builds/latest names
// that folder, and bin/gleaner.mjs starts from it. A running process keeps its build's files, so that modules that it imports later still
// exist and match. dist/, which the package ships, is a copy of the newest build.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle, writeLicences } from './bundle.mjs'
import { bundleApp } from './bundle-app.mjs'
import { copyReference } from './copy-reference.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const builds = join(root, '.builds')
/** Returns a name for temporary files that no other build uses. */
const aside = (name) => join(builds, `${name}-${process.pid}`)

/** A replaced build is kept for this long, for processes that were started from it. The last `keptBuilds` are kept longer. */
const keptForMs = 24 * 60 * 60 * 1000
const keptBuilds = 3

/** Code that runs in pages is checked with separate types, and stays in the files that send it. */
const inPage = 'render/in-page'

/** The API reference page. */
const reference = 'interfaces/http/reference/page'

/** Code that runs in a visitor's browser also has separate types, and a separate bundle. */
const app = 'playground'

await make(aside('new'))
const id = hashOf(aside('new'))
publish(id)
removeOldBuilds(id)
process.stdout.write('build: dist/ is ready\n')

async function make(folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const [source, dist] = [join(root, 'src'), join(folder, 'dist')]
  try {
    compile(join(source, inPage), ['--noEmit', 'false', '--outDir', join(dist, inPage)])
    const assets = join(dist, 'assets/playground')
    const modules = [...(await bundle(source, dist)), ...(await bundleApp(join(source, app), assets))]
    writeLicences(modules, join(dist, 'licenses.txt'))
    for (const name of ['predefined-cmaps.br', 'predefined-cmaps.license.txt']) {
      cpSync(join(source, 'documents/pdf', name), join(dist, 'documents/pdf', name))
    }
    copyReference(join(source, reference), join(dist, 'assets/docs'))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Compiles a project. Throws an Error after the compiler's own output. */
function compile(project, args = []) {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [tsc, '-p', project, ...args], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${project} does not compile`)
}

/** Derives a build's name from its files, so that the same sources give the same build. */
function hashOf(folder) {
  const hash = createHash('sha256')
  for (const path of readdirSync(folder, { recursive: true }).sort()) {
    const file = join(folder, path)
    if (statSync(file).isFile()) hash.update(`${path}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function publish(id) {
  const folder = join(builds, id)
  if (existsSync(folder)) rmSync(aside('new'), { recursive: true })
  else renameSync(aside('new'), folder)
  touch(id)
  if (existsSync(join(builds, 'latest'))) touch(readFileSync(join(builds, 'latest'), 'utf8').trim())

  cpSync(join(folder, 'dist'), aside('dist'), { recursive: true })
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), aside('old'))
  renameSync(aside('dist'), join(root, 'dist'))
  rmSync(aside('old'), { recursive: true, force: true })

  writeFileSync(aside('latest'), `${id}\n`)
  renameSync(aside('latest'), join(builds, 'latest'))
}

/** Records that the build is now the newest one. */
function touch(id) {
  if (existsSync(join(builds, id))) utimesSync(join(builds, id), new Date(), new Date())
}

/** Also removes the remains of interrupted builds. */
function removeOldBuilds(latest) {
  const ageOf = (name) => Date.now() - statSync(join(builds, name)).mtimeMs
  const others = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== latest)
    .map(({ name }) => ({ name, age: ageOf(name) }))
    .sort((a, b) => a.age - b.age)
  for (const { name } of others.slice(keptBuilds - 1).filter(({ age }) => age > keptForMs)) {
    rmSync(join(builds, name), { recursive: true, force: true })
  }
}
