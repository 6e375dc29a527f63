/** Parameters whose content isn't the page itself, but something extracted from it. */

const takers = ['prompt', 'json_schema', 'extract_rules']

/** Returns the problem if a parameter that needs the page itself is combined with one of them, or null. */
export function besideTakenContent(param: string, input: Readonly<Record<string, unknown>>): string | null {
  const other = takers.find((taker) => input[taker] !== undefined)
  return other === undefined ? null : `Value error, ${param} can't be combined with ${other}`
}
