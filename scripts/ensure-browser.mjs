// Makes sure of a browser for render_js before the service starts or the tests run, and says what it does. Without one
// everything else works, so this never ends with a failure. PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 leaves it out.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

if (['', '0', 'false'].includes(process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD ?? '')) {
  const program = fileURLToPath(new URL('../bin/gleaner.mjs', import.meta.url))
  // Standard output is the start's own.
  const { error } = spawnSync(process.execPath, [program, 'install-browser'], { stdio: ['ignore', 2, 2] })
  if (error) process.stderr.write(`No browser could be looked for: ${error.message}\n`)
} else {
  process.stderr.write('PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD is set: no browser is looked for.\n')
}
