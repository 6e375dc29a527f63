#!/usr/bin/env node
// Starts Gleaner on a Node that is new enough. Node 14 must be able to parse this file, so that it can say which Node to install.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { constants, cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const [major, minor] = process.versions.node.split('.').map(Number)
const isNewEnough = major > 22 || (major === 22 && minor >= 19)
const ownNode = ['node', 'node.exe']
  .map((name) => fileURLToPath(new URL(`../node_modules/node/bin/${name}`, import.meta.url)))
  .find(existsSync)

// A process that this file has started again has a channel to its parent, and ends when the parent does.
const isChild = process.channel !== undefined && process.argv0 === ownNode

// In a service, the youngest objects of a thread take 16 MiB at most, where they would come to 64, twice. Node takes this bound only when a
// process starts.
const isService = process.argv[2] === 'serve'
const youngBound = '--max-semi-space-size=16'
const lacksBound = isService && !process.execArgv.includes(youngBound)
const nodeFlags = lacksBound ? [youngBound, ...process.execArgv] : process.execArgv
const environment = isService ? { ...heapVariables(), ...process.env } : process.env
// A channel to the parent would be lost.
const canReplaceItself = process.execve !== undefined && process.platform !== 'win32' && process.channel === undefined

if (!hasWorkingDirectory()) fail('gleaner: the working directory no longer exists. Change to another one.')
else if (isNewEnough && lacksBound && canReplaceItself) {
  process.execve(process.execPath, [process.argv0, ...nodeFlags, ...process.argv.slice(1)], environment)
} else if (isNewEnough) await run()
else if (ownNode !== undefined && !isChild) startAgain(ownNode)
else {
  fail(
    `gleaner needs Node 22.19 or newer, this is ${process.versions.node}: install it from https://nodejs.org/, or run "npm ci" in a clone of the repository, which brings its own.`,
  )
}

async function run() {
  // Name lookups and decompression run in these threads: of the default four, four name servers that never answer block all.
  if (process.env.UV_THREADPOOL_SIZE === undefined) process.env.UV_THREADPOOL_SIZE = '16'
  setHeaps()
  withoutSqliteWarning()
  if (isChild) {
    process.channel.unref()
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  }
  if (isStartedByNpm(process.env)) endWithParent()
  // A checkout has its newest build, the package has dist/; a checkout that was never built runs from its sources.
  const entry = [latestBuild(), '../dist/main.js', '../src/main.ts']
    .filter((path) => path !== null)
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url))
  if (!entry) return fail('gleaner is not built: run "npm run build".')
  if (module.enableCompileCache) module.enableCompileCache()
  const { main } = await import(entry.href)
  await main(process.argv.slice(2))
}

function hasWorkingDirectory() {
  try {
    return process.cwd() !== ''
  } catch {
    return false
  }
}

// Node 22 calls its SQLite experimental on every start.
function withoutSqliteWarning() {
  const { emitWarning } = process
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith('SQLite is an experimental')) emitWarning.call(process, warning, ...rest)
  }
}

// By default, glibc gives threads up to eight heaps per core and keeps freed blocks in them. With one heap per two cores, and free memory at
// a heap's end returned, a service takes a twelfth less memory after 7,000 pages, at the same speed (measured on two cores). glibc reads
// these variables only when a process starts.
function heapVariables() {
  return { MALLOC_ARENA_MAX: String(Math.ceil(cpus().length / 2)), MALLOC_TRIM_THRESHOLD_: '131072' }
}

function setHeaps() {
  // With almost any V8 flag, Node compiles its built-in modules from source, because V8 rejects the compiled code that Node ships. A command
  // that reads one page would take an eighth longer.
  if (!readsManyPages(process.argv.slice(2))) return
  // What is made where objects often outlived a collection is not put among the old ones at once: there it keeps pages that are done with
  // until all objects are collected, and a page takes a fifth longer.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // All objects of a thread are collected once they take three times what the last collection left. By itself V8 collects those of a reader
  // of small documents at every tenth page, in a fifth of its time.
  if (isService) setFlagsFromString('--heap-growing-percent=200')
}

// Commands that keep running, and lists of pages.
function readsManyPages([command, ...words]) {
  return ['serve', 'stdio', 'worker'].includes(command) || words.some((word) => /^--(?:input|output-dir)\b/.test(word))
}

// Each build keeps a folder of its own, so that the next one takes no file from under this process (scripts/build.mjs).
function latestBuild() {
  const latest = new URL('../.builds/latest', import.meta.url)
  return existsSync(latest) ? `../.builds/${readFileSync(latest, 'utf8').trim()}/dist/main.js` : null
}

function startAgain(node) {
  const child = spawn(node, [...nodeFlags, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    argv0: node,
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'].filter((name) => name in constants.signals)
  for (const signal of signals) {
    // A terminal sends Ctrl-C to both processes by itself; a second SIGINT would mean "stop at once".
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  // Another process may hold standard input open when the client is gone; the child watches only this process.
  if (process.argv[2] === 'stdio') endWithParent()
  child.on('error', (error) => fail(`gleaner could not start ${node}: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const name of signals) process.removeAllListeners(name)
    process.kill(process.pid, signal)
  })
}

// By `npm start` in a checkout, or by `npx gleaner`: npm runs both in a shell that does not pass SIGTERM on.
function isStartedByNpm({ npm_package_name: name, npm_lifecycle_event: script, npm_lifecycle_script: line = '' }) {
  return script === 'npx' ? /^\W*gleaner\b/.test(line) : script === 'start' && name === 'gleaner'
}

// Ends with the parent process: without this, the service would outlive npm.
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}
