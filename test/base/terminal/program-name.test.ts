import { expect, it } from 'vitest'
import { programName } from '../../../src/base/terminal/program-name.ts'

it.each([
  ['/home/ann/gleaner/bin/gleaner.mjs', '/home/ann/gleaner', 'node bin/gleaner.mjs'],
  ['/home/ann/gleaner/bin/gleaner.mjs', '/home/ann', 'node gleaner/bin/gleaner.mjs'],
  ['/app/bin/gleaner.mjs', '/data', 'node /app/bin/gleaner.mjs'],
  ['/usr/local/bin/gleaner', '/home/ann', 'gleaner'],
  ['/home/ann/node_modules/gleaner/bin/gleaner.mjs', '/home/ann', 'gleaner'],
])('the program %s, from %s, is run as %s', (file, folder, name) => {
  expect(programName(file, folder)).toBe(name)
})
