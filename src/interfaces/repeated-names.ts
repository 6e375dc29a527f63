/** Finds duplicate names in JSON text. `JSON.parse` silently keeps the last value. */

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
