// Checks all types: those of the service and its tests, of code that runs in pages and browsers, and of the client.

import { run } from './test.mjs'

const projects = ['.', 'src/render/in-page', 'src/playground', 'packages/client']

let failed = 0
for (const project of projects) {
  if ((await run('node_modules/typescript/bin/tsc', ['--noEmit', '-p', project])) !== 0) failed++
}
process.exitCode = failed > 0 ? 1 : 0
