/** What does a page say of itself in its head, where its body says nothing until scripts have run? */

import type { Document } from '../document/document.ts'
import { escapeMarkdown } from './markdown/syntax/escape.ts'
import { readMetadata } from './metadata/metadata.ts'

/** The longer of its descriptions, under its title; empty when it has no description. */
export function describedMarkdown(document: Document): string {
  const { title, description, open_graph } = readMetadata(document)
  const [shared] = [open_graph['og:description'] ?? ''].flat()
  const longest = [description ?? '', shared ?? ''].reduce((a, b) => (b.trim().length > a.trim().length ? b : a)).trim()
  if (longest === '') return ''
  return titled(title, [longest])
}

const fewestStated = 100
const mostLooked = 10_000

/** The article that a page's data for search engines holds in full, under its title; empty below 100 words. */
export function statedMarkdown(document: Document): string {
  const { title, json_ld } = readMetadata(document)
  let longest = ''
  const open: unknown[] = [...json_ld]
  for (let looked = 0; open.length > 0 && looked < mostLooked; looked++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const body = 'articleBody' in value ? value.articleBody : null
    if (typeof body === 'string' && body.length > longest.length) longest = body
    open.push(...Object.values(value).slice(0, mostLooked))
  }
  return longest.trim().split(/\s+/).length < fewestStated ? '' : titled(title, longest.split(/\s*\n\s*/))
}

function titled(title: string | null, paragraphs: string[]): string {
  const inLine = (text: string) =>
    escapeMarkdown(text.replace(/\s+/g, ' ').trim(), { startsLine: true, insideLink: false })
  const lines = paragraphs.map(inLine).filter((line) => line !== '')
  return [...(title ? [`# ${inLine(title)}`] : []), ...lines].join('\n\n')
}
