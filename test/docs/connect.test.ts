import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { codeBlocks, read, root } from './document.ts'

const page = read('docs/connect.md')
const blocksIn = (language: string) => codeBlocks(page).filter((block) => block.language === language)
const urls = [...page.matchAll(/https?:\/\/(?:127\.0\.0\.1|gleaner)[^\s"'`)<]*/g)].map(([url]) => URL.parse(url))

describe('docs/connect.md', () => {
  it('has a section for each client', () => {
    const clients = ['claude.ai', 'ChatGPT', 'Claude Code', 'VS Code', 'Cursor', 'Codex', 'Gemini CLI', 'Goose']
    const apps = [
      'LM Studio',
      'mcp-remote',
      'LibreChat',
      'Open WebUI',
      'n8n',
      'LangChain',
      'AI SDK',
      'OpenAI Agents',
      'Mastra',
    ]
    for (const name of [...clients, ...apps]) expect(page).toMatch(new RegExp(`^## ${name}`, 'm'))
  })

  it('has only URLs with paths that the service serves', () => {
    expect(urls.length).toBeGreaterThan(8)
    for (const url of urls) expect(url?.pathname).toBeOneOf(['/', '/mcp', '/v1/scrape', '/openapi.json'])
  })

  it('imports in JavaScript what the tests import of the same packages', () => {
    const folder = join(root, 'test/frameworks/clients')
    const tested = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
    for (const { text } of blocksIn('js')) {
      const { errors, module } = parseSync('block.mjs', text)
      expect(errors).toEqual([])
      const [imported] = module.staticImports
      const name = imported?.entries[0]?.importName.name ?? ''
      expect(tested).toMatch(new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '${imported?.moduleRequest.value}'`))
    }
    expect(blocksIn('js')).toHaveLength(4)
  })

  it('has settings in TOML with one string each', () => {
    const [block] = blocksIn('toml')
    for (const line of block?.text.trim().split('\n') ?? []) expect(line).toMatch(/^(?:\[[\w.]+\]|\w+ = "[^"]+")$/)
  })
})
