// The one check command, which CI runs too: types, lint, layers, documents, a fresh dist/, a browser and all tests. It goes through all
// of them and ends with one plain line, `N passed, N failed`, in which a step that fails counts as one failure.

import { countLine, run, runTests } from './test.mjs'

const steps = [
  ['types', 'node_modules/typescript/bin/tsc', ['--noEmit']],
  ['types in the page', 'node_modules/typescript/bin/tsc', ['--noEmit', '-p', 'src/render/in-page']],
  ['lint', 'node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['layers', 'scripts/layers.ts', []],
  ['documents', 'scripts/docs.ts', ['--check']],
  ['build', 'scripts/build.mjs', []],
  ['browser', 'scripts/ensure-browser.mjs', []],
]

const say = (line) => process.stdout.write(`${line}\n`)
const broken = []

for (const [name, script, args] of steps) {
  say(`check: ${name} …`)
  const isGood = (await run(script, args)) === 0
  say(`check: ${name} ${isGood ? 'ok' : 'FAILED'}`)
  if (!isGood) broken.push(name)
}
say('check: tests …')
const counts = await runTests([])
if (counts.failed > 0) broken.push('tests')

say(broken.length === 0 ? 'check: all good' : `check: FAILED: ${broken.join(', ')}`)
const brokenSteps = broken.filter((name) => name !== 'tests').length
process.stdout.write(countLine({ ...counts, failed: counts.failed + brokenSteps }))
process.exitCode = broken.length === 0 ? 0 : 1
