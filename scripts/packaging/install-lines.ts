/** Commands and configuration to add Gleaner to an MCP client. `npx node scripts/packaging/install-lines.ts` prints those for a clone. */

import { fileURLToPath } from 'node:url'
import { quotedWord } from '../../src/base/terminal/program-name.ts'

/** The command with which a client starts the server over stdio. */
interface StdioEntry {
  command: string
  args: string[]
}

const name = 'gleaner'

/** The published package. */
export const npmEntry: StdioEntry = { command: 'npx', args: ['-y', name, 'stdio'] }

/** Returns the entry for a clone, which works in any working directory. `root` ends with a slash. */
export function cloneEntry(root: string): StdioEntry {
  return { command: 'node', args: [`${root}bin/gleaner.mjs`, 'stdio'] }
}

/** `claude_desktop_config.json`, Cursor's `mcp.json` and `.mcp.json`. */
function mcpServers(entry: StdioEntry): string {
  return json({ mcpServers: { [name]: entry } })
}

function claudeCode({ command, args }: StdioEntry): string {
  return ['claude mcp add --scope user', name, '--', ...[command, ...args].map(quotedWord)].join(' ')
}

/** @see https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
function vsCodeFile(entry: StdioEntry): string {
  return json({ servers: { [name]: { type: 'stdio', ...entry } } })
}

function vsCode(entry: StdioEntry): string {
  return `code --add-mcp ${quotedWord(JSON.stringify({ name, ...entry }))}`
}

/**
 * Returns links with the clients' own URL schemes, which work in an address bar but not in a document.
 * @see https://cursor.com/docs/mcp/install-links
 */
function deeplinks(entry: StdioEntry) {
  const config = encodeURIComponent(Buffer.from(JSON.stringify(entry)).toString('base64'))
  return {
    vsCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${config}`,
  }
}

/** Returns the generated part of docs/mcp.md for a clone in any folder. */
export function installLines(): string {
  const entry = cloneEntry('/path/to/gleaner/')
  return [
    '**Claude Code**',
    block('sh', claudeCode(entry)),
    '**VS Code**',
    block('sh', vsCode(entry)),
    'or in `.vscode/mcp.json`:',
    block('json', vsCodeFile(entry)),
    '**Cursor**: in `~/.cursor/mcp.json`. **Claude Desktop**: in `claude_desktop_config.json`:',
    block('json', mcpServers(entry)),
  ].join('\n\n')
}

/** Returns the lines for a clone. They are the same on Windows, where `node` is a program. */
export function cloneLines(root: string): string {
  const entry = cloneEntry(root)
  const { vsCode: vsCodeLink, cursor } = deeplinks(entry)
  return [
    '# Claude Code',
    claudeCode(entry),
    '# VS Code: a command, a link to open in a browser, or .vscode/mcp.json',
    vsCode(entry),
    vsCodeLink,
    vsCodeFile(entry),
    '# Cursor: a link to open in a browser, or ~/.cursor/mcp.json',
    cursor,
    mcpServers(entry),
    '# Claude Desktop: claude_desktop_config.json',
    mcpServers(entry),
    '',
  ].join('\n\n')
}

/** Returns JSON in which each array of strings is on one line. */
function json(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_, items: string) => `[${items.replace(/\n\s+/g, ' ')}]`,
  )
}

function block(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

if (import.meta.main)
  process.stdout.write(cloneLines(fileURLToPath(new URL('../..', import.meta.url)).replaceAll('\\', '/')))
