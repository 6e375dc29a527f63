/** Collects the parts of a file that people read: comments, messages, test titles, names, and the prose of documents. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dirname, '../..')

export type PassageKind = 'comment' | 'text' | 'title' | 'name' | 'document'

export interface Passage {
  path: string
  line: number
  kind: PassageKind
  text: string
}

const source = /^(?:src|test|bench|scripts|packages\/client)\/.*\.(?:ts|mts|mjs|tsx)$|^[\w.-]+\.(?:ts|mjs)$/
const document = /\.md$/
/** In these files, comments begin with `#`. */
const settings = /(?:^|\/)(?:Dockerfile|[\w.-]+\.(?:ya?ml|conf|service|env|sh|toml|py))$/
/** Matches files that we didn't write or that aren't meant for people. */
const skipped =
  /(?:^|\/)(?:node_modules|fixtures|dist)\/|\.golden\.|^test\/.*\.(?:md|ya?ml)$|weights\.ts$|packages\/client\/src\/api\.ts$|^bench\/RESULTS\.md$|^LICENSE/

/** Returns the passages of the files that Git tracks, in the given folders or in all folders. */
export function projectPassages(folders: readonly string[] = ['.']): Passage[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 } as const
  const paths = execFileSync('git', ['ls-files', '--', ...folders], options).split('\n')
  return paths
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .flatMap((path) => collectPassages(path, () => readFileSync(join(root, path), 'utf8')))
}

/** Returns the passages of one file, or none if we don't check files of this kind. */
export function collectPassages(path: string, read: () => string): Passage[] {
  if (skipped.test(path)) return []
  if (source.test(path)) return ofSource(path, read())
  if (document.test(path)) return ofDocument(path, read())
  return settings.test(path) ? ofSettings(path, read()) : []
}

function ofSource(path: string, text: string): Passage[] {
  const { program, comments, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const lineAt = lineCounter(text)
  const passages: Passage[] = joinLineComments(comments, text)
    .filter(({ value }) => !/^\s*(?:biome-ignore|@ts-|eslint|v8 ignore)/.test(value))
    .map(({ start, value }) => ({ path, line: lineAt(start), kind: 'comment', text: plainComment(value) }))
  const add = (node: Node, kind: PassageKind, value: string) =>
    passages.push({ path, line: lineAt(node.start), kind, text: value })
  const isTest = /\.(?:test|bench)\.ts$/.test(path)
  const isShown = !path.startsWith('test/')
  const addText = (node: Node, value: string) => {
    if (isProse(value)) add(node, 'text', value)
  }
  new Visitor({
    CallExpression: (node) => {
      const [first] = node.arguments
      if (
        isTest &&
        first?.type === 'Literal' &&
        typeof first.value === 'string' &&
        isTitled(text.slice(node.callee.start, node.callee.end))
      ) {
        add(first, 'title', first.value)
      }
    },
    Literal: (node) => {
      if (isShown && typeof node.value === 'string') addText(node, node.value)
    },
    TemplateLiteral: (node) => {
      if (isShown) addText(node, node.quasis.map(({ value }) => value.cooked ?? '').join('…'))
    },
    VariableDeclarator: ({ id }) => {
      if (id.type === 'Identifier') add(id, 'name', id.name)
    },
    Property: ({ key }) => {
      if (key.type === 'Identifier') add(key, 'name', key.name)
    },
    TSPropertySignature: ({ key }) => {
      if (key.type === 'Identifier') add(key, 'name', key.name)
    },
    FunctionDeclaration: ({ id }) => {
      if (id) add(id, 'name', id.name)
    },
  }).visit(program)
  return passages
}

/** Joins line comments on consecutive lines into one passage. */
function joinLineComments(
  comments: readonly { type: string; value: string; start: number; end: number }[],
  text: string,
) {
  const joined: { type: string; value: string; start: number; end: number }[] = []
  for (const comment of comments) {
    const last = joined.at(-1)
    if (last?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(text.slice(last.end, comment.start))) {
      last.value += `\n${comment.value}`
      last.end = comment.end
    } else joined.push({ ...comment })
  }
  return joined
}

/** Returns the words of a comment, without its stars, examples and quoted code. */
function plainComment(value: string): string {
  const lines = value.replace(/@example[\s\S]*?(?=\n\s*\*?\s*@|$)/g, '').split('\n')
  return withoutCode(
    lines
      .map((line) => line.replace(/^\s*\*? ?/, ''))
      .join('\n')
      .replace(/^\*\s*/, '')
      .trim(),
  )
}

function withoutCode(text: string): string {
  return text.replace(/`[^`\n]*`/g, '`…`')
}

function isTitled(callee: string): boolean {
  return /^(?:it|test|describe)\b/.test(callee)
}

/** True for text of at least four words, including one in lower case, that isn't a selector, a path or a program. */
function isProse(text: string): boolean {
  return (
    /(?:\b[A-Za-z][\w'-]*[ ,:…]+){3}/.test(text) &&
    /\b[a-z]{2,}\b/.test(text) &&
    !/[{}<>=\\]|\bSELECT\b|\bredis\./.test(text)
  )
}

function ofDocument(path: string, text: string): Passage[] {
  const lineAt = lineCounter(text)
  const prose = text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...prose.matchAll(/(?:^(?!\s*$).+\n?)+/gm)].map((found) => ({
    path,
    line: lineAt(found.index),
    kind: 'document',
    text: withoutCode(found[0]),
  }))
}

function ofSettings(path: string, text: string): Passage[] {
  const lineAt = lineCounter(text)
  return [...text.matchAll(/(?:^[ \t]*#(?!!).*\n?)+/gm)].map((found) => ({
    ...{ path, line: lineAt(found.index), kind: 'comment' as const },
    text: withoutCode(found[0].replace(/^[ \t]*# ?/gm, '').trim()),
  }))
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
