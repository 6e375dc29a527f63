/** Reads the repository's documents and their code blocks, links, images and headings. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { marked, type Token, type Tokens } from 'marked'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Documents for users: the README and the pages that it links to. */
export const guides: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** All documents. */
export const documents: readonly string[] = [
  ...guides,
  ...['CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'bench/RESULTS.md', 'packages/client/README.md'],
]

export interface CodeBlock {
  /** `sh`, `json` and so on. Empty if the block names no language. */
  language: string
  text: string
  /** The text of the block directly before this one, if this block shows its output. */
  outputOf: CodeBlock | null
}

/** The code blocks of a document in order, including those in lists and quotations. */
export function codeBlocks(markdown: string): CodeBlock[] {
  const found: CodeBlock[] = []
  let before: CodeBlock | null = null
  walk(marked.lexer(markdown), (token) => {
    if (token.type === 'code') {
      before = { language: token.lang ?? '', text: token.text, outputOf: before }
      found.push(before)
    } else if (token.type !== 'space') before = null
  })
  return found
}

/** Returns the targets of a document's links and images. */
export function targetsOf(markdown: string): { links: string[]; pictures: string[] } {
  const [links, pictures]: [string[], string[]] = [[], []]
  walk(marked.lexer(markdown), (token) => {
    if (token.type === 'link') links.push(token.href)
    if (token.type === 'image') pictures.push(token.href)
  })
  return { links, pictures }
}

/** The anchors of a document's headings, as GitHub generates them. */
export function anchorsOf(markdown: string): string[] {
  const anchors: string[] = []
  walk(marked.lexer(markdown), (token) => {
    if (token.type === 'heading') anchors.push(anchorOf(token as Tokens.Heading))
  })
  return anchors
}

/** The letters, digits and hyphens of the text in lower case, with a hyphen for each space. */
function anchorOf({ text }: Tokens.Heading): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

/** Calls `visit` for each token, a parent before its children. */
function walk(tokens: readonly Token[], visit: (token: Token) => void): void {
  for (const token of tokens) {
    visit(token)
    walk(innerTokens(token as Inner), visit)
  }
}

/** Fields in which marked stores a token's children. */
interface Inner {
  tokens?: Token[]
  items?: Tokens.ListItem[]
  header?: Tokens.TableCell[]
  rows?: Tokens.TableCell[][]
}

function innerTokens({ tokens = [], items = [], header = [], rows = [] }: Inner): Token[] {
  return [...tokens, ...items, ...[...header, ...rows.flat()].flatMap((cell) => cell.tokens)]
}
