/** Parses JSON from clients. Rejects JSON that would block other requests while it is parsed, and finds duplicate names. */

/** Maximum number of values in one text. A JSON Schema of 50,000 characters has at most 25,000. */
const maxValues = 30_000

const maxDepth = 200

/** Thrown if the text has too many values or nests them too deeply. The message says which. */
export class JsonTooComplexError extends Error {
  override readonly name = 'JsonTooComplexError'
}

/** Parses JSON. Throws SyntaxError, whose message gives the position, and JsonTooComplexError. */
export function parseJson(text: string): unknown {
  checkComplexity(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(faultAt(text, faultPosition(text)))
  }
}

/** Counts opening brackets and commas outside strings, which takes a fifteenth of the parsing time. Exact only for valid JSON. */
function checkComplexity(text: string): void {
  let [values, depth] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBracket:
      case openBrace:
        values++
        if (++depth > maxDepth) throw new JsonTooComplexError(`values are nested more than ${maxDepth} deep`)
        break
      case closeBracket:
      case closeBrace:
        depth--
        break
      case comma:
        values++
    }
    if (values > maxValues) throw new JsonTooComplexError(`more than ${maxValues} values`)
  }
}

const [quote, openBracket, closeBracket, openBrace, closeBrace, comma, backslash] = [34, 91, 93, 123, 125, 44, 92]

/** Returns the position of the closing quote, or of the end of the text. */
function endOfString(text: string, start: number): number {
  let end = start
  do end = text.indexOf('"', end + 1)
  while (end > 0 && isEscaped(text, end))
  return end < 0 ? text.length : end
}

/** True if an odd number of backslashes precedes the position. */
function isEscaped(text: string, place: number): boolean {
  let start = place
  while (text.charCodeAt(start - 1) === backslash) start--
  return (place - start) % 2 === 1
}

/**
 * Returns the position of the fault in text that `JSON.parse` rejects. V8 states it, except for an unexpected token, which then begins right
 * after the longest text without it.
 */
function faultPosition(text: string): number {
  const message = messageFor(text)
  if (!isUnexpectedToken(message)) return Number(/ at position (\d+)/.exec(message)?.[1] ?? text.length)
  let [without, including] = [0, text.length]
  while (including - without > 1) {
    const middle = (without + including) >> 1
    if (isUnexpectedToken(messageFor(text.slice(0, middle)))) including = middle
    else without = middle
  }
  return without
}

const isUnexpectedToken = (message: string) => message.startsWith('Unexpected token')

function messageFor(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    return (error as SyntaxError).message
  }
}

/** Describes the fault without quoting more than one character, because the text may contain a key. */
function faultAt(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  const place = `at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  const character = text.codePointAt(at)
  if (character === undefined) return `it ends too early, ${place}`
  const shown = character === 10 ? 'line break' : `character ${String.fromCodePoint(character)}`
  return `unexpected ${character < 32 && character !== 10 ? 'control character' : shown} ${place}`
}

/** The text isn't JSON, is too complex, or has a duplicate name. The message is the end of a sentence about it. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
}

/** Parses JSON in the text of a parameter. Throws JsonTextError. */
export function parseJsonText(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    const reason = error instanceof JsonTooComplexError ? 'is too complex' : 'is not valid JSON'
    throw new JsonTextError(`${reason}: ${(error as Error).message}`)
  }
  if (repeatedNames(text).size > 0) throw new JsonTextError('has a duplicate name')
  return value
}

/** Matches braces, and strings with the colon that follows a name. */
const tokens = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)/g

/** Returns the outer object's names that are duplicated, or whose values contain a duplicate name. Expects valid JSON. */
export function repeatedNames(text: string): Set<string> {
  const repeated = new Set<string>()
  const open: Set<string>[] = []
  let member = ''
  for (const [token, string = '', colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (colon) {
      const name = JSON.parse(string) as string
      const names = open.at(-1)
      if (open.length === 1) member = name
      if (names?.has(name)) repeated.add(member)
      names?.add(name)
    }
  }
  return repeated
}
