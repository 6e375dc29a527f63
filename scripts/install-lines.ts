/** What a person pastes to add Gleaner to a client: `npm run install-lines` prints it for this clone, the README shows it for npm. */

import { fileURLToPath } from 'node:url'

/** How a client starts the server over stdio. */
export interface Entry {
  command: string
  args: string[]
}

const name = 'gleaner'

/** The published package. */
export const npmEntry: Entry = { command: 'npx', args: ['-y', name, 'stdio'] }

/** There `npx` is a script, which clients that start programs without a shell do not find. */
export const windowsEntry: Entry = { command: 'cmd', args: ['/c', npmEntry.command, ...npmEntry.args] }

/** A clone, from wherever the client starts its servers; `root` ends in a slash. */
export function cloneEntry(root: string): Entry {
  return { command: 'node', args: [`${root}bin/gleaner.mjs`, 'stdio'] }
}

/** `claude_desktop_config.json`, Cursor's `mcp.json` and `.mcp.json`. */
function mcpServers(entry: Entry): string {
  return json({ mcpServers: { [name]: entry } })
}

function claudeCode({ command, args }: Entry): string {
  return ['claude mcp add --scope user', name, '--', ...[command, ...args].map(quoted)].join(' ')
}

/** @see https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
function vsCodeFile(entry: Entry): string {
  return json({ servers: { [name]: { type: 'stdio', ...entry } } })
}

function vsCode(entry: Entry): string {
  return `code --add-mcp ${quoted(JSON.stringify({ name, ...entry }))}`
}

/** Cursor's links carry one server's entry as base64 of its JSON. @see https://cursor.com/docs/mcp/install-links */
function cursorQuery(entry: Entry): string {
  const config = Buffer.from(JSON.stringify(entry)).toString('base64')
  return `name=${name}&config=${encodeURIComponent(config)}`
}

/** Links by their own schemes: README pages do not show them as links, address bars take them. */
function deeplinks(entry: Entry) {
  return {
    vsCode: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, ...entry }))}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?${cursorQuery(entry)}`,
  }
}

/** The README's part. */
export function readmeLines(): string {
  const config = encodeURIComponent(JSON.stringify({ type: 'stdio', ...npmEntry }))
  return [
    '**Claude Code**',
    block('sh', claudeCode(npmEntry)),
    `**VS Code**: [install it](https://vscode.dev/redirect/mcp/install?name=${name}&config=${config}), or`,
    block('sh', vsCode(npmEntry)),
    'or in `.vscode/mcp.json`:',
    block('json', vsCodeFile(npmEntry)),
    `**Cursor**: [install it](https://cursor.com/en/install-mcp?${cursorQuery(npmEntry)}), or in \`~/.cursor/mcp.json\`. **Claude Desktop**: in \`claude_desktop_config.json\`:`,
    block('json', mcpServers(npmEntry)),
    '**Windows**: `npx` is a script there, which Claude Desktop and Claude Code do not start by themselves: put `cmd /c` before it.',
    block('json', mcpServers(windowsEntry)),
    block('sh', claudeCode(windowsEntry)),
  ].join('\n\n')
}

/** The lines for a clone: `node` is found on Windows too, so one form serves all. */
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

/** One word of a shell's line. */
function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/** As a person writes it: a list of words on one line. */
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
  process.stdout.write(cloneLines(fileURLToPath(new URL('..', import.meta.url)).replaceAll('\\', '/')))
