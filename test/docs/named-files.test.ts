import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { read, root } from './document.ts'

describe('files named in comments and documents', () => {
  const committed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)))
  const texts = committed.filter(
    (path) =>
      /^(src|packages|test|scripts|bench|docs|README|CONTRIBUTING|SECURITY)\b.*\.(m?ts|mjs|md)$/.test(path) &&
      !path.startsWith('test/fixtures/'),
  )

  /** Names that don't refer to a file in this repository, each with the reason why a document may use it. */
  const otherNames: Record<string, string> = {
    '/openapi.json': 'a route of the service',
    'PWD/bin/gleaner.mjs': "bin/gleaner.mjs behind the shell's $PWD",
    'dist/main.js': 'made by npm run build',
    '/app/bin/gleaner.mjs': 'bin/gleaner.mjs in the image',
    '/path/to/gleaner/bin/gleaner.mjs': 'bin/gleaner.mjs in a clone',
    '/path/to/folder/node_modules/gleaner/bin/gleaner.mjs': 'bin/gleaner.mjs of the installed package',
    'main.js': 'the same',
    '.vscode/mcp.json': 'a file of an MCP client',
    '~/.cursor/mcp.json': 'a file of an MCP client',
    'claude_desktop_config.json': 'a file of an MCP client',
    '001-example.com-blog.md': 'an example of what gleaner scrape --output-dir writes',
    'example.com-blog.md': 'the same, with --skip-existing',
    'sub/report.pdf.md': 'the same, for a file of a folder',
    'fold-N.ts': 'written by npm run train -- --folds',
    'types.ts': 'the name that no file has',
    '.test.ts': 'how the name of a test ends',
    '.slow.test.ts': 'the same',
    '.nightly.test.ts': 'the same',
    '.release.test.ts': 'the same',
    'pdf.js': 'a library',
    'highlight.js': 'a library',
    'ipaddr.js': 'a library',
    'Node.js': 'a product',
  }

  /** In a document, all text is prose. In a source file, only comments are. */
  function proseOf(path: string): string {
    const text = read(path)
    if (path.endsWith('.md')) return text
    return parseSync(path, text)
      .comments.map(({ value }) => value)
      .join('\n')
  }

  it('are in the repository', () => {
    // A file may be named by the end of its path alone.
    const known = new Set(committed.flatMap((path) => path.split('/').map((_, at, all) => all.slice(at).join('/'))))
    const fileName =
      /(?<![\w/.@:-])(?:[.~]{0,2}\/)?(?:[\w.@-]+\/)*[\w.@-]*\w\.(?:m?ts|[mc]?js|md|json|sql|sh)\b(?![\w/])/g
    const absent = texts.flatMap((path) =>
      [...proseOf(path).matchAll(fileName)]
        .map(([name]) => name)
        .filter((name) => !known.has(name.replace(/^(?:\.\.?\/)+/, '')) && !Object.hasOwn(otherNames, name))
        .map((name) => `${path} names ${name}`),
    )
    expect(absent).toEqual([])
  })

  it('are outside it only where code reads saved pages and CONTRIBUTING.md explains that', () => {
    const lines = texts.flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => /\.\.\/shared/.test(line) && !/new URL\(/.test(line))
        .map(() => path),
    )
    expect(lines).toEqual(['CONTRIBUTING.md', 'test/needs.ts'])
  })
})
