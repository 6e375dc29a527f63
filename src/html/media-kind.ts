/** Media types that are read as HTML, and those that are read as text. */

/** Whether an essence (`text/html`) is read as HTML. */
export function isHtml(mediaType: string): boolean {
  return mediaType === 'text/html' || isXhtml(mediaType)
}

/** Whether an essence is HTML whose tags are those of XML. */
export function isXhtml(mediaType: string): boolean {
  return mediaType === 'application/xhtml+xml'
}

/** Whether an essence (`application/json`) is text other than HTML: `text/*`, JSON, XML, YAML and types derived from them. */
export function isTextMedia(mediaType: string): boolean {
  if (isHtml(mediaType)) return false
  if (mediaType.startsWith('text/') || /\+(?:json|xml|yaml)$/.test(mediaType)) return true
  return mediaType.startsWith('application/') && textApplications.has(mediaType.slice('application/'.length))
}

/** Whether the text of an essence is one for people: plain text, markdown. All else has a form of its own: JSON, XML, feeds, code. */
export function isProse(mediaType: string): boolean {
  return /^(?:text|application)\/(?:plain|(?:x-)?markdown)$/.test(mediaType)
}

/** Whether an essence is JSON or a type derived from it. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType)
}

const textApplications = new Set(
  (
    'json xml javascript x-javascript ecmascript yaml x-yaml toml ndjson x-ndjson jsonl json-lines x-sh sql graphql ' +
    'xml-dtd x-subrip x-tex x-latex markdown'
  ).split(' '),
)
