/** The parameters whose content is not the page, but something that was taken from it. */

const takers = ['prompt', 'json_schema', 'extract_rules']

/** What is wrong with a parameter that needs the page itself, where the input has one of them too; else null. */
export function besideTakenContent(param: string, input: Readonly<Record<string, unknown>>): string | null {
  const other = takers.find((taker) => input[taker] !== undefined)
  return other === undefined ? null : `Value error, ${param} can't be combined with ${other}`
}
