/** What a language model is given to read of a page: who it is, and the view of it that was asked for, as plain text. */

import type { Content, Metadata } from '../contract/scrape.ts'
import type { Warning } from '../contract/warning.ts'
import { withoutInvisible } from '../visibility/invisible.ts'

export interface Reading {
  title: string | null
  /** Address, title, description and the like, one to a line. All of it is the page's own word. */
  head: string
  text: string
  warnings: Warning[]
}

interface Read {
  title: string | null
  content: Content
  warnings: Warning[]
  metadata?: Metadata
}

/** Longest value of one line of the head: a description is no second page. */
const maxValue = 500

/** The view as text without invisible characters and runs of empty lines, one link or e-mail address to a line. */
export function toReading({ title, content, warnings, metadata }: Read, finalUrl: string): Reading {
  const facts: [string, string | null | undefined][] = [
    ['Address', finalUrl],
    ['Title', title],
    ['Description', metadata?.description],
    ['Site', metadata?.site_name],
    ['Author', metadata?.author],
    ['Published', metadata?.published_at],
    ['Language', metadata?.language],
  ]
  const head = facts
    .map(([name, value]) => [name, lineOf(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  return { title, head, text: plainText(textOf(content)), warnings }
}

/** Half a surrogate pair is no text: the service refuses it. */
function plainText(text: string): string {
  return withoutInvisible(text)
    .replace(/\n{3,}/g, '\n\n')
    .toWellFormed()
}

function lineOf(value: string | null | undefined): string {
  return withoutInvisible(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxValue)
    .toWellFormed()
}

function textOf(content: Content): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content, null, 1)
  return content
    .map((item) => (typeof item === 'string' ? item : `- [${item.text.replace(/\s+/g, ' ')}](${item.url})`))
    .join('\n')
}
