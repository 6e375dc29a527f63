/** Checks document trees against html5lib's cases. */

import { readdir, readFile } from 'node:fs/promises'
import { type AnyNode, type Document, hasChildren, isComment, isTag, isText } from 'domhandler'
import { parse } from 'parse5'
import { adapter } from 'parse5-htmlparser2-tree-adapter'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { type Failure, type Suite, shareOf, suiteData } from '../suite.ts'

export const html5libTree: Suite = {
  name: 'html5lib-tree',
  source: 'html5lib-tests, tree-construction/*.dat (documents)',
  async run(options) {
    const folder = suiteData('html5lib-tests/tree-construction/')
    if (!folder) return null
    const names = (await readdir(folder)).filter((name) => name.endsWith('.dat'))
    const files = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
    const cases = shareOf(files.flatMap(casesIn), 400, options)
    const differing = cases.filter((item) => treeOf(ours(item)) !== sorted(item.expected))
    const failures = differing.filter((item) => treeOf(ours(item)) !== treeOf(parse5s(item))).map(failureOf)
    const style = { 'as parse5 7.3 builds it (select with markup)': differing.length - failures.length }
    return { cases: cases.length, passed: cases.length - differing.length, style, failures }
  },
}

interface TreeCase {
  data: string
  scripting: boolean
  expected: string
}

/** Skips fragments, since pages aren't fragments. */
function casesIn(file: string): TreeCase[] {
  const cases = file.split(/^#data\n/m).slice(1)
  return cases.flatMap((text) => {
    const [, data, rest = '', tree = ''] = /^([\s\S]*?)\n?^#errors\n([\s\S]*?)^#document\n([\s\S]*)$/m.exec(text) ?? []
    if (data === undefined || /^#document-fragment$/m.test(rest)) return []
    const expected = tree.replace(/\n+$/, '')
    const variants = /^#script-on$/m.test(rest) ? [true] : /^#script-off$/m.test(rest) ? [false] : [false, true]
    return variants.map((scripting) => ({ data, scripting, expected: withoutPrefixes(expected) }))
  })
}

/** Removes attribute namespaces, because our tree stores attributes by local name. */
function withoutPrefixes(tree: string): string {
  return tree.replace(/^(\| +)(?:xlink|xml|xmlns) ([\w-]+=)/gm, '$1$2')
}

const ours = ({ data, scripting }: TreeCase) =>
  parseDocument(data, 'https://page.example/', { noscript: !scripting }).root
const parse5s = ({ data, scripting }: TreeCase) => parse(data, { scriptingEnabled: scripting, treeAdapter: adapter })

function treeOf(root: Document): string {
  return sorted(root.children.flatMap((node) => linesOf(node, 0)).join('\n'))
}

function failureOf(item: TreeCase): Failure {
  return { name: item.data, got: treeOf(ours(item)), expected: item.expected }
}

/** Sorts the attributes of each element. */
function sorted(tree: string): string {
  return tree.replace(
    /(?:^\| +[^\s<"=][^\s="]*="[^"]*"\n?)+/gm,
    (lines) => `${lines.trim().split('\n').sort().join('\n')}\n`,
  )
}

const foreign = new Map([
  ['http://www.w3.org/2000/svg', 'svg '],
  ['http://www.w3.org/1998/Math/MathML', 'math '],
])

function linesOf(node: AnyNode, depth: number): string[] {
  const line = (text: string, more = 0) => `| ${'  '.repeat(depth + more)}${text}`
  if (isText(node)) return [line(`"${node.data}"`)]
  if (isComment(node)) return [line(`<!-- ${node.data} -->`)]
  if (isTag(node)) {
    const name = `${foreign.get(node.namespace ?? '') ?? ''}${node.name}`
    const attributes = Object.entries(node.attribs).map(([key, value]) => line(`${key}="${value}"`, 1))
    return [line(`<${name}>`), ...attributes, ...childLines(node, depth + 1)]
  }
  if (node.type === 'root') return [line('content'), ...childLines(node, depth + 1)]
  const {
    'x-name': name = '',
    'x-publicId': publicId,
    'x-systemId': systemId,
  } = node as unknown as Record<string, string>
  const ids = publicId || systemId ? ` "${publicId ?? ''}" "${systemId ?? ''}"` : ''
  return [line(`<!DOCTYPE ${name}${ids}>`)]
}

function childLines(node: AnyNode, depth: number): string[] {
  return hasChildren(node) ? node.children.flatMap((child) => linesOf(child, depth)) : []
}
