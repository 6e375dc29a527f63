// Claude Code in print mode. Each conversation is one run of the program, with its own server over stdio.

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claudeCodeProgram } from '../claude-code/program.ts'

/** No updates, telemetry or other requests, except to the model. */
const quiet = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
  ENABLE_TOOL_SEARCH: 'false',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1',
}

export async function open({ stdio, http }) {
  const home = mkdtempSync(join(tmpdir(), 'claude-code-'))
  const gleaner = stdio ? { type: 'stdio', ...stdio } : { type: 'http', ...http }
  const config = JSON.stringify({ mcpServers: { gleaner } })
  const options = [
    '--mcp-config',
    config,
    '--strict-mcp-config',
    '--allowedTools',
    'mcp__gleaner',
    '--model',
    'scripted',
  ]
  return {
    async run({ url, signal }) {
      const env = { PATH: process.env.PATH, HOME: home, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', ...quiet }
      const child = spawn(claudeCodeProgram(), ['-p', 'Read the page.', ...options], {
        cwd: home,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      signal.addEventListener('abort', () => child.kill('SIGINT'))
      const said = []
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
      const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
      if (code !== 0) throw new Error(`claude ended with ${code}: ${Buffer.concat(said)}`)
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}
