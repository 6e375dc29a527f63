/** Finds links in Markdown: its own links, those in embedded HTML, and bare URLs. */

import { readEscapes } from '../../html/plain-text.ts'
import { maxUrlLength } from '../../html/typed-urls.ts'
import { hrefsInMarkup } from './markup-links.ts'
import { bareUrls, type LinkMatch, labelBefore } from './urls-in-text.ts'

/** Returns the targets of links and link definitions (including relative ones), `href` values in HTML, and bare URLs, in text order. */
export function linksInMarkdown(markdown: string): LinkMatch[] {
  const text = readEscapes(markdown)
  const tags = hrefsInMarkup(text)
  const matches = [...bareUrls(text, tags), ...targets(text), ...definitions(text), ...tags]
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
    // A URL can't contain these characters. Otherwise, text full of brackets would be read again from each bracket.
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
