/** Finds links in Markdown: its own links, those in embedded HTML, and bare URLs. */

import { readEscapes } from '../../html/plain-text.ts'
import { maxUrlLength } from '../../html/typed-urls.ts'
import { hrefsInMarkup } from './markup-links.ts'
import { bareUrls, type LinkMatch, labelBefore, type ReadRange } from './urls-in-text.ts'

/** Returns targets of links and link definitions, including relative ones, `href` of HTML outside code, and bare URLs, in text order. */
export function linksInMarkdown(markdown: string): LinkMatch[] {
  const text = readEscapes(markdown)
  const tags = hrefsInMarkup(text)
  const outside = tags.length > 0 ? outsideOf(codeIn(text), tags) : tags
  const matches = [...bareUrls(text, outside), ...targets(text), ...definitions(text), ...outside]
  return matches.sort((a, b) => a.at - b.at)
}

/** Finds `[text](target)`; the target may be relative. */
function targets(text: string): LinkMatch[] {
  const matches: LinkMatch[] = []
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const href = targetAt(text, at + 2)
    const label = href === '' ? null : labelBefore(text, at)
    if (label && !label.isImage) matches.push({ at: at + 2, href, text: label.text })
  }
  return matches
}

function targetAt(text: string, start: number): string {
  const window = text.slice(start, start + maxUrlLength)
  const bracketed = /^\s?<([^<>\n]*)>/.exec(window)?.[1]
  if (bracketed !== undefined) return bracketed
  let depth = 0
  for (let at = 0; at < window.length; at++) {
    const char = window.charAt(at)
    // A URL can't contain these. Otherwise, a text of only brackets would be reread from each bracket.
    if (char === '[' || char === ']' || char === '<') return ''
    if (/\s/.test(char)) return window.slice(0, at)
    if (char === '(') depth++
    else if (char === ')' && depth-- === 0) return window.slice(0, at)
  }
  return ''
}

function definitions(text: string): LinkMatch[] {
  const definition = /^ {0,3}\[(?!\^)[^[\]\n]{1,200}\]: {0,3}(?:<([^<>\n]{1,8000})>|<?([^\s<>]{1,8000}))/gm
  return [...text.matchAll(definition)].map((match) => ({
    at: match.index,
    href: match[1] ?? match[2] ?? '',
    text: '',
  }))
}

function outsideOf<Match extends ReadRange>(code: readonly ReadRange[], matches: readonly Match[]): Match[] {
  let next = 0
  return matches.filter(({ at }) => {
    while (next < code.length && (code[next]?.end ?? 0) <= at) next++
    return (code[next]?.at ?? at + 1) > at
  })
}

/** Returns fenced code and inline code, in order. */
function codeIn(text: string): ReadRange[] {
  const ranges: ReadRange[] = []
  let fence: { mark: string; at: number } | null = null
  for (const { index: at, 0: line } of text.matchAll(/[^\n]+/g)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence) {
      if (!mark?.startsWith(fence.mark)) continue
      ranges.push({ at: fence.at, end: at + line.length })
      fence = null
    } else if (mark) fence = { mark, at }
    else ranges.push(...codeSpans(line, at))
  }
  if (fence) ranges.push({ at: fence.at, end: text.length })
  return ranges
}

/** Matches text between two runs of the same number of backticks. */
function codeSpans(line: string, offset: number): ReadRange[] {
  const runs = [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ at: offset + index, length: run.length }))
  const spans: ReadRange[] = []
  const unpaired = new Set<number>()
  for (let first = 0; first < runs.length; first++) {
    const { at, length } = runs[first] as (typeof runs)[number]
    if (unpaired.has(length)) continue
    let last = first + 1
    while (last < runs.length && runs[last]?.length !== length) last++
    const close = runs[last]
    if (!close) unpaired.add(length)
    else {
      spans.push({ at, end: close.at })
      first = last
    }
  }
  return spans
}
