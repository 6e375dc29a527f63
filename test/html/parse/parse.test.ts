import type { AnyNode, Document as Tree } from 'domhandler'
import fc from 'fast-check'
import { Parser } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { malformedPages } from './malformed-html.ts'
import { tagSoup } from './tag-soup.ts'

const url = 'https://example.com/'

/** Writes a tree as lines: depth, kind, name, namespace, attributes, text, and any wrong links to its parent or siblings. */
function linesOf(root: Tree): string[] {
  const lines: string[] = []
  const stack: { node: AnyNode; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, depth } = next
    const of = node as Partial<Record<string, unknown>> & AnyNode
    const attributes = 'attribs' in node ? Object.entries(node.attribs) : []
    const mode = (of as Tree)['x-mode']
    lines.push(JSON.stringify([depth, node.type, of.name, of.namespace, attributes, of.data, mode]))
    if (!('children' in node)) continue
    for (const [n, child] of node.children.entries()) {
      const isLinked =
        child.parent === node &&
        child.prev === (node.children[n - 1] ?? null) &&
        child.next === (node.children[n + 1] ?? null)
      if (!isLinked) lines.push('a child with links that do not match its position')
    }
    for (const child of node.children.toReversed()) stack.push({ node: child, depth: depth + 1 })
  }
  return lines
}

function treeOfParse5(html: string, noscript: boolean): Tree {
  return Parser.parse<Htmlparser2TreeAdapterMap>(html, { treeAdapter: adapter, scriptingEnabled: !noscript })
}

function expectSameTree(html: string): void {
  for (const noscript of [true, false]) {
    expect(linesOf(parseDocument(html, url, { noscript }).root), html).toEqual(linesOf(treeOfParse5(html, noscript)))
  }
}

describe('the tree of a page', () => {
  it.each(malformedPages)('matches parse5: %j', (html) => expectSameTree(html))

  it('matches parse5 for a page truncated anywhere', () => {
    for (const html of malformedPages) for (let end = 0; end < html.length; end++) expectSameTree(html.slice(0, end))
  })

  it('matches parse5 for any tag soup', () => {
    fc.assert(fc.property(tagSoup, expectSameTree), { numRuns: 500 })
  })

  it('is the same with and without node positions', () => {
    for (const html of malformedPages) {
      const withPositions = parseDocument(html, url, { locations: true })
      expect(linesOf(parseDocument(html, url).root)).toEqual(linesOf(withPositions.root))
    }
  })
})

describe('the base URL', () => {
  it.each([
    ['<base href="/a/"><base href="/b/">', 'https://example.com/a/'],
    ['<base target=_top><base href="/b/">', 'https://example.com/b/'],
    ['<base href="javascript:1"><base href="/b/">', 'https://example.com/'],
    ['<p>a', 'https://example.com/'],
  ])('for %s is %s', (html, base) => {
    expect(parseDocument(html, url).baseUrl).toBe(base)
  })
})

describe('a page with much text', () => {
  const words = '<p>word and \n\n word</p>'

  it.each([
    ['text in the body', words.repeat(300), true],
    ['less text', words.repeat(150), false],
    ['white space', `<p>a${' '.repeat(9000)}b</p>`, false],
    ['text of scripts, SVG and templates', `<script>${words.repeat(300)}</script><svg><text>${words}`, false],
    ['text for browsers without scripts', `<body><noscript>${words.repeat(300)}</noscript>`, false],
    ['text in a template', `<template>${words.repeat(300)}</template>`, false],
  ])('is recognized during parsing: %s', (_, source, hasMuchText) => {
    expect(parseDocument(source, url)).toMatchObject({ hasMuchText })
  })

  it('is not parsed further than necessary', () => {
    const source = `<title>T</title>${words.repeat(300)}<i>end</i>`
    const isParsed = (isEnough?: () => boolean) =>
      linesOf(parseDocument(source, url, { isEnough }).root)
        .join()
        .includes('end')
    expect([isParsed(), isParsed(() => false), isParsed(() => true)]).toEqual([true, true, false])
  })
})
