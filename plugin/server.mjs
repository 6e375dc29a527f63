// Starts the server in the clone that contains the plugin, or else the npm package with the plugin's version.

import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const clone = new URL('../bin/gleaner.mjs', import.meta.url)

if (existsSync(clone)) {
  process.argv.push('stdio')
  await import(clone.href)
} else {
  const { name, version } = JSON.parse(readFileSync(new URL('.claude-plugin/plugin.json', import.meta.url), 'utf8'))
  // On Windows npx is a script, which needs a shell.
  const shell = process.platform === 'win32'
  const child = spawn('npx', ['-y', `${name}@${version}`, 'stdio'], { stdio: 'inherit', shell })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`gleaner could not start npx: ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code) => process.exit(code ?? 1))
}
