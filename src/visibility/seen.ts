/** What of a page is not for a person's eyes? What a language model reads does without it. */

import type { AnyNode, Element } from 'domhandler'
import { hiddenTextRemoved, type Warning } from '../contract/warning.ts'
import type { Document } from '../document/document.ts'
import { isElement, isText, walk } from '../document/traverse.ts'
import type { Page } from '../page.ts'
import { isAllHidden, isForScreenReaders, isHidden } from './hidden.ts'
import { showLater, unhide } from './shown-later.ts'

export interface Unseen {
  /** Elements and comments, outermost ones. */
  nodes: ReadonlySet<AnyNode>
  warnings: Warning[]
}

/**
 * What no visitor sees: hidden elements, comments, what is written too small or in its own background's colour.
 * Content that a server sends hidden for its script to move into place is shown first; a page that hides nearly all keeps it.
 * Without a browser only attributes and inline styles tell; where a browser has emptied what can't be seen, they tell nothing more.
 */
export function findUnseen(
  document: Document,
  { rendered, onlyVisible = false }: Pick<Page, 'rendered' | 'onlyVisible'>,
): Unseen {
  if (onlyVisible) showAll(document)
  else showLater(document)
  dropTips(document)
  const keepsHidden = onlyVisible || isAllHidden(document)
  const nodes = new Set<AnyNode>()
  let length = 0
  walk(document.root, (node) => {
    if (
      isElement(node) ? !isInertTemplate(node, rendered) && (keepsHidden || !isUnseen(node)) : node.type !== 'comment'
    )
      return true
    nodes.add(node)
    if (isElement(node)) length += textLength(node)
    return false
  })
  return { nodes, warnings: hiddenTextRemoved(length) }
}

/** Tips and labels that no one sees without pointing at something. */
function dropTips({ root }: Document): void {
  walk(root, (node) => {
    if (!isElement(node) || node.name === 'abbr' || node.name === 'link') return
    for (const name of ['title', 'aria-label', 'aria-description']) delete node.attribs[name]
  })
}

/** What shows nothing in any style: templates, scripts that do not run and hold no data, and `noscript` where scripts ran. */
function isInertTemplate({ name, attribs }: Element, rendered: boolean): boolean {
  if (name === 'script') return !/^\s*$|javascript|ecmascript|module|json/i.test(attribs.type ?? '')
  if (name === 'noscript') return rendered
  if (unpainted.has(name)) return true
  return name === 'template' && attribs.shadowrootmode === undefined
}

/** Their text is shown where the browser can't do what they are for, or by programs that read a page aloud. */
const unpainted = new Set(['datalist', 'canvas', 'desc', 'metadata'])

/** The browser has judged already: what it left is seen, or opened with a click. */
function showAll({ root }: Document): void {
  walk(root, (node) => {
    if (isElement(node)) unhide(node)
  })
}

function isUnseen(element: Element): boolean {
  if (isHidden(element) || isForScreenReaders(element)) return true
  const { style, type } = element.attribs
  if (element.name === 'input') return type === 'hidden'
  return style !== undefined && hidesFromEyes(style.slice(0, 2000))
}

/** Smaller than can be read, moved out of sight, cut to nothing, filtered away, or written in the colour of its background. */
const outOfSight = new RegExp(
  [
    String.raw`(?:^|[;\s])font-size\s*:\s*(?:0*\.\d+(?:px|pt)|[012](?:\.\d+)?px|1(?:\.\d+)?pt|0?\.0\d*r?em)`,
    String.raw`(?:^|[;\s])font\s*:\s*(?:[a-z]+\s+)*[012]px`,
    String.raw`translate(?:x|y|3d)?\(\s*-?(?:\d{4,}px|[1-9]\d{2,}(?:%|vw|vh))`,
    String.raw`scale(?:x|y|3d)?\(\s*0(?:\.0+)?\s*[,)]`,
    String.raw`rotate[xy]\(\s*-?90deg`,
    String.raw`(?:^|[;\s])opacity\s*:\s*(?:0?\.0\d+|[0-4](?:\.\d+)?%)\s*(?:!|;|$)`,
    String.raw`letter-spacing\s*:\s*-\d{2,}px`,
    String.raw`content-visibility\s*:\s*hidden`,
    String.raw`filter\s*:[^;]*opacity\(\s*0`,
    String.raw`(?:^|[;\s])zoom\s*:\s*0(?:\.0\d*)?\s*(?:;|$)`,
    String.raw`clip-path\s*:\s*(?:circle|ellipse)\(\s*0`,
    String.raw`(?:^|[;\s])(?:inset|inset-inline-start|margin-left|margin-top|margin-right|text-indent)\s*:\s*-?\d{4,}(?:px|em|rem|%)`,
    String.raw`(?:^|[;\s])(?:left|right|top|bottom)\s*:\s*-?(?:\d{4,}(?:px|em|rem)|[2-9]\d{2,}(?:vw|vh|%))`,
  ].join('|'),
  'i',
)

function hidesFromEyes(style: string): boolean {
  if (outOfSight.test(style)) return true
  const colour = colourOf(style, /(?:^|[;\s])color\s*:\s*([^;]+)/i)
  if (colour === null) return false
  if (/(?:rgb|hsl)a?\([^)]*[,/]\s*0(?:\.0+)?%?\s*\)|#[0-9a-f]{6}00$|#[0-9a-f]{3}0$/i.test(colour)) return true
  return colour === colourOf(style, /(?:^|[;\s])background(?:-color)?\s*:\s*([^;]+)/i)
}

const names: Record<string, string> = { white: '#ffffff', black: '#000000' }

/** A colour in one spelling; null where there is none. */
function colourOf(style: string, property: RegExp): string | null {
  const written = property
    .exec(style)?.[1]
    ?.replace(/!important/i, '')
    .trim()
    .toLowerCase()
  if (written === undefined) return null
  if (/^#[0-9a-f]{3}$/.test(written)) return `#${[...written.slice(1)].map((digit) => digit + digit).join('')}`
  const [, ...rgb] = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(written) ?? []
  if (rgb.length === 3 && !/\/|,[^,]*,[^,]*,/.test(written)) {
    return `#${rgb.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
  }
  return names[written] ?? written
}

function textLength(root: Element): number {
  let length = 0
  walk(root, (node) => {
    if (isText(node)) length += node.data.trim().length
    return !isElement(node) || (node.name !== 'script' && node.name !== 'style')
  })
  return length
}

/** Takes nodes out of their tree, in one pass over each parent: a page may have a hundred thousand comments side by side. */
export function removeAll(nodes: ReadonlySet<AnyNode>): void {
  for (const parent of new Set([...nodes].map((node) => node.parent))) {
    if (!parent) continue
    const kept = parent.children.filter((child) => !nodes.has(child))
    parent.children = kept
    for (const [at, child] of kept.entries()) {
      child.prev = kept[at - 1] ?? null
      child.next = kept[at + 1] ?? null
    }
  }
  for (const node of nodes) node.parent = node.prev = node.next = null
}
