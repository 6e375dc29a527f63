/** What is wrong with JSON that was typed. */

/** In the words of the browser, with the place where it stopped reading; null for JSON, and for nothing. */
export function jsonProblem(text: string): string | null {
  if (text.trim() === '') return null
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}
