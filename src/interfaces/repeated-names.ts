/** Finds names that an object of a JSON text gives twice: `JSON.parse` keeps the last one and says nothing. */

/** Braces, and strings with the colon behind those that are names. */
const tokens = /[{}]|("[^"\\]*(?:\\.[^"\\]*)*")\s*(:?)/g

/** Names of the outer object's members that are given twice, or whose value holds a name twice in one object. The text is valid JSON. */
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
