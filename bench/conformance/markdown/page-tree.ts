/** Turns HTML into comparable lines: blocks by position, and their text with links, images, code and emphasis. */

import type { AnyNode, Element } from 'domhandler'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { isElement, isText } from '../../../src/html/traverse.ts'
import { pageUrl } from './addresses.ts'
import { InlineText, type Marks, noMarks } from './inline-text.ts'

interface TreeOptions {
  /** Details to leave out of the comparison. */
  without?: ReadonlySet<TreeDetail>
}

/** A detail that can be left out of a tree. */
export type TreeDetail =
  | 'titles'
  | 'empty'
  | 'languages'
  | 'emphasis'
  | 'heading emphasis'
  | 'numbers'
  | 'headings'
  | 'code space'
  | 'line breaks'
  | 'spaces'
  | 'delimiters'
  | 'links'
  | 'image links'
  | 'images'
  | 'tables'
  | 'places'
  | 'code'
  | 'blocks'

const left = new Set('script style head template noscript title iframe textarea select colgroup'.split(' '))
const blocks = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 div section article aside header footer main nav figure figcaption address center details summary dl dt dd ' +
    'fieldset form hgroup caption legend body html search table tbody thead tfoot tr td th ul ol li menu dir blockquote dialog option optgroup center'
  ).split(' '),
)

/** Returns one line per block of the page, such as `quote1 ul2 li1 p: text`. Pages with the same content give the same lines. */
export function treeOf(html: string, { without = new Set() }: TreeOptions = {}): string {
  return new TreeReader(without).read(html)
}

class TreeReader {
  private readonly without: ReadonlySet<TreeDetail>
  private readonly lines: { path: Place[]; kind: string; text: string }[] = []
  private text: InlineText
  private isOpen = true

  constructor(without: ReadonlySet<TreeDetail>) {
    this.without = without
    this.text = new InlineText(without)
  }

  read(html: string): string {
    const { root } = parseDocument(html, pageUrl)
    this.visitAll(root.children, [], 'p', noMarks)
    this.isOpen = false
    this.flush([], 'p')
    return this.numbered()
  }

  private visitAll(nodes: readonly AnyNode[], path: Place[], kind: string, marks: Marks): void {
    for (const node of nodes) this.visit(node, path, kind, marks)
  }

  private visit(node: AnyNode, path: Place[], kind: string, marks: Marks): void {
    if (isText(node)) this.text.add(node.data, marks)
    else if (isElement(node) && !left.has(node.name)) this.visitElement(node, path, kind, marks)
  }

  private visitElement(node: Element, path: Place[], kind: string, marks: Marks): void {
    const { name, attribs } = node
    const place = placeOf(node, this.without)
    if (name === 'br') this.text.breakLine(marks)
    else if (name === 'img') this.text.addImage(attribs, marks)
    else if (name === 'input') this.addInput(attribs, marks)
    else if (name === 'hr') {
      this.flush(path, kind)
      this.lines.push({ path, kind: 'hr', text: '' })
    } else if (name === 'pre') {
      this.flush(path, kind)
      this.addCode(node, path)
    } else if (place) {
      this.flush(path, kind)
      const below = [...path, place]
      this.visitAll(node.children, below, 'p', marks)
      this.flush(below, 'p')
    } else if (blocks.has(name)) {
      this.flush(path, kind)
      const isHeading = /^h[1-6]$/.test(name) && !this.without.has('headings')
      const inner = isHeading ? name : kind
      const inHeading = isHeading && this.without.has('heading emphasis') ? { ...marks, isPlain: true } : marks
      this.visitAll(node.children, path, inner, inHeading)
      this.flush(path, inner)
    } else this.visitAll(node.children, path, kind, this.text.marksOf(node, marks))
  }

  private addInput({ type, checked }: Element['attribs'], marks: Marks): void {
    if (type === 'checkbox') this.text.add(checked === undefined ? '☐ ' : '☑ ', marks)
  }

  private addCode(pre: Element, path: Place[]): void {
    const code = pre.children.find((child) => isElement(child) && child.name === 'code')
    const name = (code && isElement(code) && /(?:^|\s)language-(\S+)/.exec(code.attribs.class ?? '')?.[1]) || ''
    const language = this.without.has('languages') ? '' : name
    const text = rawText(pre).replace(/\n$/, '')
    const kept = this.without.has('code space')
      ? text
          .replace(/^(?:[ \t]*\n)+/, '')
          .replace(/[ \t]+$/gm, '')
          .trimEnd()
      : text
    if (this.without.has('empty') && kept.trim() === '') return
    if (this.without.has('blocks')) {
      this.text.add(kept, noMarks)
      return
    }
    this.lines.push({ path, kind: `code(${language})`, text: JSON.stringify(kept) })
  }

  private flush(path: Place[], kind: string): void {
    // A page without blocks consists of a single text.
    if (this.without.has('blocks') && this.isOpen) {
      this.text.add(' ', noMarks)
      return
    }
    const text = this.text.take()
    if (text === '') return
    this.lines.push({ path, kind, text })
  }

  /** Returns the lines, numbering only positions that have content. */
  private numbered(): string {
    const counts = new Map<Place | null, number>()
    const numbers = new Map<Place, number>()
    const written = this.lines.map(({ path, kind, text }) => {
      let parent: Place | null = null
      const names = path.map((place) => {
        let number = numbers.get(place)
        if (number === undefined) {
          number = (counts.get(parent) ?? 0) + 1
          counts.set(parent, number)
          numbers.set(place, number)
        }
        parent = place
        return `${place.name}${number}`
      })
      return `${[...names, kind].join(' ')}: ${text}`
    })
    return written.join('\n')
  }
}

/** An element that contains others. */
interface Place {
  name: string
}

const ofTables = new Set(['table', 'tr', 'td', 'th'])

function placeOf({ name, attribs }: Element, without: ReadonlySet<TreeDetail>): Place | null {
  if (without.has('places') || (without.has('tables') && ofTables.has(name))) return null
  if (name === 'ol') {
    const start = Number.parseInt(attribs.start ?? '1', 10)
    return { name: without.has('numbers') || start === 1 ? 'ol' : `ol(${start})` }
  }
  if (name === 'ul' || name === 'menu' || name === 'dir') return { name: 'ul' }
  if (name === 'th') return { name: 'td' }
  return name === 'li' || name === 'blockquote' || name === 'table' || name === 'tr' || name === 'td' ? { name } : null
}

function rawText(node: AnyNode): string {
  if (isText(node)) return node.data
  if (!isElement(node)) return ''
  return node.name === 'br' ? '\n' : node.children.map(rawText).join('')
}
