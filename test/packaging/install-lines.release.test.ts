import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneEntry, cloneLines, installLines, npmEntry } from '../../scripts/packaging/install-lines.ts'
import { openTestService } from '../service.ts'
import { expectBothTools, type HttpEntry, openTestWeb, reach, type StdioEntry, start, type TestWeb } from './started.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(root + path, 'utf8')

let web: TestWeb
let folder: string
beforeAll(async () => {
  web = await openTestWeb()
  folder = mkdtempSync(join(tmpdir(), 'gleaner install '))
})
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
})

/** The arguments that a shell passes to the program for a command line. */
function wordsOf(line: string): string[] {
  const [program = ''] = line.split(' ')
  return execFileSync('sh', ['-c', `${program}() { printf '%s\\0' "$@"; }; ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
}

/** The entries in a string's command lines, files and links, by kind. */
function entriesIn(text: string): Record<string, StdioEntry[]> {
  const found: Record<string, StdioEntry[]> = {}
  const add = (kind: string, entry: StdioEntry) => {
    const { command, args } = entry
    found[kind] = [...(found[kind] ?? []), { command, args }]
  }
  for (const [line] of text.matchAll(/^claude mcp add .*$/gm)) {
    const [, , , , name, dashes, command = '', ...args] = wordsOf(line)
    expect([name, dashes]).toEqual(['gleaner', '--'])
    add('claude mcp add', { command, args })
  }
  for (const [line] of text.matchAll(/^code --add-mcp .*$/gm)) {
    const { name, ...entry } = JSON.parse(wordsOf(line)[1] ?? '')
    expect(name).toBe('gleaner')
    add('code --add-mcp', entry)
  }
  for (const [file] of text.matchAll(/^\{\n[\s\S]*?^\}$/gm)) {
    const { servers, mcpServers } = JSON.parse(file)
    add(servers ? 'servers' : 'mcpServers', (servers ?? mcpServers).gleaner)
  }
  for (const [link] of text.matchAll(/(?:https|vscode|cursor):[^\s)]+/g)) {
    const { protocol, hostname, searchParams, search } = new URL(link)
    const isCursor = protocol === 'cursor:' || hostname === 'cursor.com'
    const config = searchParams.get('config')
    const written = config
      ? isCursor
        ? Buffer.from(config, 'base64').toString()
        : config
      : decodeURIComponent(search.slice(1))
    expect(searchParams.get('name') ?? JSON.parse(written).name).toBe('gleaner')
    add(`${protocol}//${hostname}`, JSON.parse(written))
  }
  return found
}

describe('the install lines in docs/mcp.md', () => {
  it('all have the same entry for a clone, and no link that installs a package', () => {
    const entry = cloneEntry('/path/to/gleaner/')
    expect(entriesIn(installLines())).toEqual({
      'claude mcp add': [entry],
      'code --add-mcp': [entry],
      servers: [entry],
      mcpServers: [entry],
    })
  })

  it('are followed by the package name and its command', () => {
    const { name, bin } = JSON.parse(read('package.json'))
    expect(npmEntry).toEqual({ command: 'npx', args: ['-y', name, 'stdio'] })
    expect(Object.keys(bin)).toEqual([name])
  })
})

describe('npx node scripts/packaging/install-lines.ts', () => {
  it('prints one entry for every client, and it starts a working server', async () => {
    const printed = execFileSync(process.execPath, [`${root}scripts/packaging/install-lines.ts`], { encoding: 'utf8' })
    const entry = cloneEntry(root)
    expect(entriesIn(printed)).toEqual({
      'claude mcp add': [entry],
      'code --add-mcp': [entry],
      servers: [entry],
      mcpServers: [entry, entry],
      'vscode://': [entry],
      'cursor://anysphere.cursor-deeplink': [entry],
    })
    await expectBothTools(await start(entry, { env: web.env, cwd: folder }), web)
  })

  it('keeps a path with spaces and quotes as one argument', () => {
    const path = "/home/o'hara/my clones/$x/"
    expect(entriesIn(cloneLines(path))).toMatchObject({
      'claude mcp add': [cloneEntry(path)],
      'code --add-mcp': [cloneEntry(path)],
    })
  })
})

describe('mcp.json', () => {
  it('starts a working server in the folder of a checkout', async () => {
    const { gleaner } = JSON.parse(read('mcp.json')).mcpServers as { gleaner: StdioEntry }
    await expectBothTools(await start(gleaner, { env: web.env, cwd: root }), web)
  })

  it('starts a working server in an installed checkout that was never built', async () => {
    const clone = join(folder, 'clone')
    mkdirSync(clone)
    for (const path of ['bin', 'src', 'package.json', 'mcp.json']) {
      cpSync(join(root, path), join(clone, path), { recursive: true })
    }
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
    const { gleaner } = JSON.parse(read('mcp.json')).mcpServers as { gleaner: StdioEntry }
    await expectBothTools(await start(gleaner, { env: web.env, cwd: clone }), web)
  })
})

describe('the HTTP entries in docs/mcp.md', () => {
  const guide = read('docs/mcp.md')
  const http = [...guide.matchAll(/^```json\n([\s\S]*?)^```/gm)]
    .map(([, text = '']) => JSON.parse(text))
    .map(({ mcpServers, servers, inputs }) => ({ entry: (mcpServers ?? servers)?.gleaner as HttpEntry, inputs }))
    .filter(({ entry }) => entry?.type === 'http')

  it('include one with the key from the environment and one that asks for the key', () => {
    expect(http.map(({ entry }) => entry.headers)).toEqual([
      { Authorization: `Bearer \${GLEANER_KEY}` },
      { Authorization: `Bearer \${input:gleaner-key}` },
    ])
    expect(http.map(({ inputs }) => inputs)).toEqual([
      undefined,
      [expect.objectContaining({ type: 'promptString', id: 'gleaner-key', password: true })],
    ])
  })

  it('reach a running service with its key', async () => {
    const service = await openTestService(web.env)
    try {
      for (const { entry } of http) {
        const url = entry.url.replace('http://127.0.0.1:8787', service.url)
        const Authorization = entry.headers.Authorization?.replace(/\$\{.*\}/, service.key) ?? ''
        await expectBothTools(await reach({ type: 'http', url, headers: { Authorization } }), web)
      }
    } finally {
      await service.close()
    }
  })

  it('have the same URL and header as the Claude Code command', () => {
    const line = /^claude mcp add --transport http .*$/m.exec(guide)?.[0] ?? ''
    expect(wordsOf(line)).toEqual([
      ...['mcp', 'add', '--transport', 'http', 'gleaner', http[0]?.entry.url],
      ...['--header', 'Authorization: Bearer '],
    ])
  })
})
