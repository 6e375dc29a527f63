/** The content of a result as a file to copy or download. */

import type { Success } from '../session/outcome.ts'

interface SavedResult {
  fileName: string
  text: string
  /** False for an image, whose text is base64. */
  isText: boolean
}

const extensions: Readonly<Record<string, string>> = { markdown: 'md', raw_html: 'html', clean_html: 'html' }
const maxNameChars = 80

/** Returns the content. A result without content is returned whole, as JSON. */
export function savedResult({ body, sent }: Pick<Success, 'body' | 'sent'>): SavedResult {
  const { content = body, output = '', title, query, final_url: url } = body
  const image = (content as { data?: unknown } | null)?.data
  const isText = !(output === 'screenshot' && typeof image === 'string')
  const text = typeof content === 'string' ? content : isText ? `${JSON.stringify(content, null, 2)}\n` : String(image)
  const extension = !isText ? 'png' : typeof content === 'string' ? (extensions[output] ?? 'txt') : 'json'
  const name = String(sent.file?.name || title || query || url || 'result').replace(/^https?:\/\//, '')
  const safe = name.replace(/[^\p{L}\p{M}\p{N}.-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '')
  return { fileName: `${[...safe].slice(0, maxNameChars).join('') || 'result'}.${extension}`, text, isText }
}

export function download({ fileName, text, isText }: SavedResult): void {
  const bytes = isText ? text : Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes]))
  link.download = fileName
  link.click()
  // Some browsers start to read only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
