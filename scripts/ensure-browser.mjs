// Installs a browser for render_js if none is found, before the tests run, and reports what it does. It never fails, because everything
// except render_js works without a browser. PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 skips the step.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

if (['', '0', 'false'].includes(process.env.PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD ?? '')) {
  const program = fileURLToPath(new URL('../bin/gleaner.mjs', import.meta.url))
  // Standard output must contain only the test results.
  const { error } = spawnSync(process.execPath, [program, 'install-browser'], { stdio: ['ignore', 2, 2] })
  if (error) process.stderr.write(`The search for a browser failed: ${error.message}\n`)
} else {
  process.stderr.write('PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD is set: no browser is looked for.\n')
}
