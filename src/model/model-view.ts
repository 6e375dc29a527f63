/** The plain text of a page for a language model: document properties, and the view selected by `output`. */

import type { Content, Link, ListedImage } from '../contract/list-items.ts'
import type { Warning } from '../contract/warning.ts'
import type { FormattedPage } from '../format/format-request.ts'
import { withoutInvisible } from '../html/visibility/invisible-characters.ts'
import { collapseAndTrim } from '../html/white-space.ts'

export interface ModelView {
  /** The page's URL after redirects. */
  url: string
  title: string | null
  /** URL, title, description, site, author, date and language, each on a `Name: value` line. As untrusted as the text. */
  properties: string
  text: string
  warnings: Warning[]
}

type FormattedView = Pick<FormattedPage, 'title' | 'content' | 'warnings' | 'metadata'>

/** Maximum length of a property's value, in UTF-16 units. It keeps a page from putting a second text into its description. */
const maxPropertyLength = 500

/**
 * Returns the view without invisible characters or repeated empty lines, with each link, image or e-mail address on a separate line.
 * @example
 * const view = createModelView({ title: 'Shop', content: ['a@b.example', 'c@d.example'], warnings: [] }, 'https://b.example/')
 * view.properties // 'Address: https://b.example/\nTitle: Shop'
 * view.text // 'a@b.example\nc@d.example'
 */
export function createModelView({ title, content, warnings, metadata }: FormattedView, finalUrl: string): ModelView {
  const properties: [string, string | null | undefined][] = [
    ['Address', finalUrl],
    ['Title', title],
    ['Description', metadata?.description],
    ['Site', metadata?.site_name],
    ['Author', metadata?.author],
    ['Published', metadata?.published_at],
    ['Language', metadata?.language],
  ]
  const lines = properties
    .map(([name, value]) => [name, propertyValue(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
  // The model's service refuses lone surrogates.
  const text = withoutInvisible(textOf(content))
    .replace(/\n{3,}/g, '\n\n')
    .toWellFormed()
  return { url: finalUrl, title, properties: lines.join('\n'), text, warnings }
}

function propertyValue(value: string | null | undefined): string {
  return collapseAndTrim(withoutInvisible(value ?? ''))
    .slice(0, maxPropertyLength)
    .toWellFormed()
}

function textOf(content: Content): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(lineOf).join('\n') : JSON.stringify(content, null, 1)
}

function lineOf(item: string | Link | ListedImage): string {
  if (typeof item === 'string') return item
  if ('text' in item) return `- [${item.text.replace(/\s+/g, ' ')}](${item.url})`
  const { alt, url, width, height } = item
  const size = width === null && height === null ? '' : ` (${width ?? '?'} × ${height ?? '?'} pixels)`
  return `- ![${alt}](${url})${size}`
}
