/** Finds the program of Claude Code, which is in an optional package for each platform. */

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packages = new URL('node_modules/@anthropic-ai/', import.meta.url)

/** Returns the path of the program for this platform. Throws if the platform isn't supported. */
export function claudeCodeProgram(): string {
  const [name] = readdirSync(packages).filter((each) => each.startsWith('claude-code-'))
  if (!name) throw new Error(`no package for ${process.platform} ${process.arch}`)
  return fileURLToPath(new URL(`${name}/claude${process.platform === 'win32' ? '.exe' : ''}`, packages))
}
