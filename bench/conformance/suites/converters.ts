/** Compares how third-party parsers render our markdown and that of other converters, on the pages from their tests. */

import { readdir, readFile } from 'node:fs/promises'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { isElement, type textOf, walk } from '../../../src/html/traverse.ts'
import { type Conversion, judgeConversions } from '../markdown/conversions.ts'
import { type Suite, suiteData } from '../suite.ts'

export const turndown: Suite = {
  name: 'turndown',
  source: 'turndown and its plugin for GFM, index.html and gfm.html',
  async run(options) {
    const files = [suiteData('turndown/index.html'), suiteData('turndown/gfm.html')].filter((file) => file !== null)
    if (files.length === 0) return null
    const cases = await Promise.all(files.map(async (file) => casesOf(await readFile(file, 'utf8'))))
    return judgeConversions(cases.flat(), options)
  },
}

export const hastUtilToMdast: Suite = {
  name: 'hast-util-to-mdast',
  source: 'syntax-tree, fixtures',
  run: (options) =>
    runFiles('hast-util-to-mdast/fixtures/', /\/index\.html$/, (name) => name.replace(/html$/, 'md'), options),
}

export const htmlToMarkdown: Suite = {
  name: 'html-to-markdown',
  source: 'JohannesKaufmann, golden files',
  run: (options) =>
    runFiles('html-to-markdown/', /\.in\.html$/, (name) => name.replace('.in.html', '.out.md'), options),
}

async function runFiles(
  path: string,
  isPage: RegExp,
  markdownOf: (name: string) => string,
  options: Parameters<Suite['run']>[0],
) {
  const folder = suiteData(path)
  if (!folder) return null
  const names = (await readdir(folder, { recursive: true })).filter((name) => isPage.test(name)).sort()
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')
  const cases = names.map(async (name) => ({ name, html: await read(name), markdown: await read(markdownOf(name)) }))
  return judgeConversions(await Promise.all(cases), options)
}

/** Returns Turndown's cases: each `<div class="case">` has an input, and a `pre` with the expected output. */
function casesOf(page: string): Conversion[] {
  const { root } = parseDocument(page, 'https://page.example/')
  const found: Conversion[] = []
  walk(root, (node) => {
    if (!isElement(node) || node.attribs.class !== 'case') return true
    const input = page.split(`data-name="${node.attribs['data-name']}"`)[1]?.split('<pre class="expected">')[0] ?? ''
    const html = input.replace(/^[^>]*>\s*<div class="input"[^>]*>/, '').replace(/<\/div>\s*$/, '')
    const expected = node.children.find((child) => isElement(child) && child.attribs.class === 'expected')
    found.push({
      name: node.attribs['data-name'] ?? '',
      html,
      markdown: expected && isElement(expected) ? rawTextOf(expected) : '',
    })
    return false
  })
  return found
}

function rawTextOf(element: Parameters<typeof textOf>[0]): string {
  let text = ''
  if (isElement(element)) {
    walk(element, (node) => {
      if (node.type === 'text') text += (node as { data: string }).data
      return true
    })
  }
  return text
}
