import { describe, expect, it } from 'vitest'
import { documents as madeDocuments, sourcesOf, updateDocument } from '../../scripts/docs.ts'
import { read } from './document.ts'

describe('the documents', () => {
  it.each(Object.entries(madeDocuments))('%s matches the schemas (if not, run "npm run docs")', (path, make) => {
    expect(read(path)).toBe(make(read(path)))
  })

  it('CONTRIBUTING.md, README.md and .ci/run list the test commands', () => {
    expect(read('CONTRIBUTING.md')).toMatch(/^npm ci && npm run check$/m)
    for (const path of ['README.md', '.ci/run']) expect(read(path)).toMatch(/^npm ci && npm run check:all$/m)
  })

  it('README.md has at most 150 lines, because details belong in docs/', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
  })

  it('mcp.json is an entry that MCP clients can read', () => {
    expect(JSON.parse(read('mcp.json'))).toEqual({
      mcpServers: { gleaner: { command: 'node', args: ['bin/gleaner.mjs', 'stdio'], env: {} } },
    })
  })
})

describe('the document writer', () => {
  const empty = sourcesOf('docs/settings.md')
    .map((source) => `<!-- made from ${source}: begin -->\n<!-- made from ${source}: end -->\n`)
    .join('\n')

  it('changes an outdated document once', () => {
    const made = updateDocument('docs/settings.md', empty)
    expect(made).not.toBe(empty)
    expect(updateDocument('docs/settings.md', made)).toBe(made)
    expect(updateDocument('docs/settings.md', made.replace('| `GLEANER_HOST` |', '| `GLEANER_HOTS` |'))).toBe(made)
  })

  it('prints defaults as written in the source on any machine', () => {
    expect(updateDocument('docs/settings.md', empty)).toContain(
      '| `GLEANER_DATA_DIR` | at least 1 character | `gleaner-data` |',
    )
  })

  it('refuses a document that lacks a part', () => {
    const source = '<!-- made from src/config/config.ts: begin -->'
    expect(() => updateDocument('docs/settings.md', empty.replace(source, ''))).toThrow(
      'lacks the part made from src/config/config.ts',
    )
  })

  it('refuses an unknown part', () => {
    expect(() =>
      updateDocument('docs/settings.md', empty.replaceAll('src/config/config.ts', 'src/settings.ts')),
    ).toThrow('does not know')
  })
})
