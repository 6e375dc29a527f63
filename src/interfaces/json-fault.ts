/**
 * Finds the place where text stops being JSON. The messages of `JSON.parse` quote the text, which may contain secrets, and often lack the
 * position.
 */

/** Matches a bracket, comma or colon; a string, whose closing quote may be missing; or a number or word. */
const token =
  /[\t\n\r ]*(?:([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[ !#-[\]-\uffff]*)*("?))|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y

type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'end'

/**
 * Describes the fault in text that `JSON.parse` rejects. Quotes at most one character.
 * @example
 * jsonFault('{"a": 1,}') // 'unexpected character } at line 1, column 9'
 * jsonFault('{"a":') // 'it ends too early, at line 1, column 6'
 */
export function jsonFault(text: string): string {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    token.lastIndex = at
    const [all = '', mark, string, quote] = token.exec(text) ?? []
    const next: Expected | null =
      all === '' ? null : follow(expected, mark ?? (string === undefined ? 'word' : 'string'), open)
    if (next === null) return faultAt(text, at + (/^[\t\n\r ]*/.exec(text.slice(at)) ?? [''])[0].length)
    at += all.length
    if (quote === '') return faultAt(text, at)
    expected = next
  }
}

/** Returns what may follow a token, or null if the token isn't expected. `open` contains the open brackets. */
function follow(expected: Expected, given: string, open: string[]): Expected | null {
  const isValue = expected === 'value' || expected === 'first value'
  const isName = expected === 'name' || expected === 'first name'
  const isClosable = expected === 'end' || expected.startsWith('first')
  if (given === '{' || given === '[') {
    if (!isValue) return null
    open.push(given)
    return given === '{' ? 'first name' : 'first value'
  }
  if (given === '}' || given === ']') {
    return isClosable && open.pop() === (given === '}' ? '{' : '[') ? 'end' : null
  }
  if (given === ',') return expected === 'end' && open.length > 0 ? (open.at(-1) === '{' ? 'name' : 'value') : null
  if (given === ':') return expected === 'colon' ? 'value' : null
  if (isValue) return 'end'
  return isName && given === 'string' ? 'colon' : null
}

function faultAt(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  const place = `at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
  const character = text.codePointAt(at)
  if (character === undefined) return `it ends too early, ${place}`
  const shown = character === 10 ? 'line break' : `character ${String.fromCodePoint(character)}`
  return `unexpected ${character < 32 && character !== 10 ? 'control character' : shown} ${place}`
}
