/** Returns the text of a markdown heading without its markup. */

/** Longer headings are truncated, because up to 100 headings are returned with the first piece of a page. */
const maxChars = 200
/** Maximum number of characters of a heading's source to read. */
const maxSourceChars = 1000

const label = String.raw`(?<label>(?:[^[\]\\]|\\.|\[(?:[^[\]\\]|\\.)*\])*)`
const target = String.raw`\((?:<[^<>]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`

/** Matches all markup within a line. Earlier alternatives win. */
const markup = new RegExp(
  [
    String.raw`\\(?:(?<sign>[!-/:-@[-\x60{-~])|$)`,
    String.raw`(?<ticks>\x60+)(?<code>.+?)\k<ticks>(?!\x60)`,
    String.raw`\[\^[^\]\s]+\]:?`,
    String.raw`\[!(?<alert>[A-Z]+)\]`,
    String.raw`!?\[${label}\](?:${target}|\[[^[\]]*\])`,
    String.raw`<(?<address>(?:https?:|mailto:)[^<>\s]+)>`,
    '(?<gap><br */?>)|</?[a-z][^<>]*>|<!--.*?-->',
    '&(?<reference>amp|lt|gt|quot|nbsp|#39|#x27);',
    String.raw`(?<![\s*]|^)\*+|\*+(?![\s*]|$)|~~|(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])`,
  ].join('|'),
  'giu',
)

const references: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#x27': "'" }

/** Returns the text of a heading from its source: `## A *word*` → `A word`. Empty if the heading has no visible text. */
export function headingText(source: string): string {
  const written = source.slice(0, maxSourceChars).trim()
  const content = written.startsWith('#')
    ? written.replace(/^#{1,6}/, '').replace(/(?<=[ \t])#+$/, '')
    : written.replace(/\n[ \t]*(?:=+|-+)$/, '')
  return withoutMarkup(content).replace(/\s+/g, ' ').trim().slice(0, maxChars).toWellFormed()
}

/** Returns a line without its inline markup. Replaces an image with its alternative text, unless `keepsImages` is false. */
export function withoutMarkup(line: string, keepsImages = true): string {
  return line.replace(markup, (...found) => {
    const { label: shown, sign, code, alert, address, gap, reference } = found.at(-1) as Record<string, string>
    if (shown !== undefined) return found[0].startsWith('!') && !keepsImages ? '' : withoutMarkup(shown, keepsImages)
    return sign ?? code?.trim() ?? alert ?? address ?? (gap && ' ') ?? references[reference?.toLowerCase() ?? ''] ?? ''
  })
}
