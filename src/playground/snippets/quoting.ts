/** Texts as literals of other languages, whatever they contain. */

/** An equals sign at its beginning would be an expansion of some shells. */
const plainWord = /^[\w@%+:,./-][\w@%+=:,./-]*$/

/** All but line ends: a terminal obeys them when they are pasted. */
const controls = /[^\P{Cc}\n]/gu

/** A word of bash, zsh and every shell of POSIX 2024: nothing in it is expanded. */
export function shellWord(text: string): string {
  if (plainWord.test(text)) return text
  if (text.search(controls) >= 0) return `$'${text.replace(/['\\]/g, '\\$&').replace(controls, escapedBytes)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

function escapedBytes(char: string): string {
  const bytes = [...new TextEncoder().encode(char)]
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}

/**
 * A literal of Python and of TypeScript. JSON's escapes are a part of both; half a surrogate pair, which JSON writes as an escape, is
 * replaced, as it is in a query string.
 */
export function stringLiteral(text: string): string {
  return JSON.stringify(text.toWellFormed())
}

/** Lines of an object or a dictionary, with a comma each. */
export function literalEntries(values: Readonly<Record<string, string>>, indent: string): string[] {
  return Object.entries(values).map(([name, value]) => `${indent}${stringLiteral(name)}: ${stringLiteral(value)},`)
}

/** A value of JSON as Python writes it, over several lines. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return stringLiteral(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object' || value === null) return value === null ? 'None' : String(value)
  const inner = `${indent}    `
  const [start, lines, end] = Array.isArray(value)
    ? ['[', value.map((item) => pythonLiteral(item, inner)), ']']
    : ['{', Object.entries(value).map(([name, one]) => `${stringLiteral(name)}: ${pythonLiteral(one, inner)}`), '}']
  return lines.length === 0 ? start + end : [start, ...lines.map((line) => `${inner}${line},`), indent + end].join('\n')
}
