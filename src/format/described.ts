/** What does a page say of itself in its head, where its body says nothing until scripts have run? */

import type { Document } from '../document/parse.ts'
import { escapeMarkdown } from './markdown-escape.ts'
import { readMetadata } from './metadata.ts'

/** The longer of its descriptions, under its title; empty when it has no description. */
export function describedMarkdown(document: Document): string {
  const { title, description, open_graph } = readMetadata(document)
  const [shared] = [open_graph['og:description'] ?? ''].flat()
  const longest = [description ?? '', shared ?? ''].reduce((a, b) => (b.trim().length > a.trim().length ? b : a)).trim()
  if (longest === '') return ''
  const inLine = (text: string) =>
    escapeMarkdown(text.replace(/\s+/g, ' ').trim(), { startsLine: true, insideLink: false })
  return [...(title ? [`# ${inLine(title)}`] : []), inLine(longest)].join('\n\n')
}
