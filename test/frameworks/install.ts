/** Installs the packages of this folder on demand. */

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { installPackages } from '../packaging/installed-packages.ts'
import { claudeCodeProgram } from './claude-code/program.ts'

/** This folder, with a trailing slash. */
export const frameworks = fileURLToPath(new URL('.', import.meta.url))

/** Null if they are installed, or else the reason the registry is unreachable. */
export const installFrameworks = () => installPackages(frameworks)

/** Null if Claude Code is installed and starts, or else why it doesn't. It is large, and some platforms aren't supported. */
export async function installClaudeCode(): Promise<string | null> {
  const missing = await installPackages(`${frameworks}claude-code/`)
  if (missing !== null) return missing
  try {
    execFileSync(claudeCodeProgram(), ['--version'])
    return null
  } catch (error) {
    return `Claude Code doesn't run on this machine: ${error}`
  }
}
