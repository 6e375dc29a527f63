// Everything that says whether a change is ready; CI runs the same. It goes on after a step that fails, prints the time of each step,
// and ends with one plain line, `N passed, N failed`, in which a step that fails counts as one failure.

import { countLine, run, runTests } from './test.mjs'

const steps = [
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit']],
  ['types in pages', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'src/render/in-page']],
  ['types of the client', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'src/client']],
  [
    'types of the playground',
    'node_modules/typescript/bin/tsc',
    ['--noEmit', '-p', 'src/protocol/http/playground/app'],
  ],
  ['lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['layers', 'scripts/layers.ts', []],
  ['documents', 'scripts/docs.ts', ['--check']],
  ['build', 'scripts/build.mjs', []],
  ['browser', 'scripts/ensure-browser.mjs', []],
  ['services', 'scripts/ensure-services.mjs', []],
].map(([name, script, args]) => ({ name, run: () => run(script, args).then((code) => code === 0) }))

let counts = { passed: 0, failed: 0, skipped: 0 }
const tests = {
  name: 'tests',
  run: async () => {
    counts = await runTests([])
    return counts.failed === 0
  },
}

const say = (line) => process.stdout.write(`check: ${line}\n`)
const ended = []
for (const { name, run } of [...steps, tests]) {
  say(`${name} …`)
  const startedAt = performance.now()
  const isGood = await run()
  const seconds = (performance.now() - startedAt) / 1000
  ended.push({ name, isGood, seconds })
  say(`${name} ${isGood ? 'ok' : 'FAILED'}, ${seconds.toFixed(1)} s`)
}

const failed = ended.filter(({ isGood }) => !isGood).map(({ name }) => name)
const total = ended.reduce((sum, { seconds }) => sum + seconds, 0)
say(`${ended.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)}`).join(', ')}; ${total.toFixed(0)} s in all`)
say(failed.length === 0 ? 'all good' : `FAILED: ${failed.join(', ')}`)
const failedSteps = failed.filter((name) => name !== 'tests').length
process.stdout.write(countLine({ ...counts, failed: counts.failed + failedSteps }))
process.exitCode = failed.length === 0 ? 0 : 1
