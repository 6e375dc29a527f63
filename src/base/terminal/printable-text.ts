/** Text of pages and other strangers, as a terminal may have it: nothing in it moves the cursor, sets the clipboard or turns the writing. */

/**
 * Control characters of ASCII and of Latin-1, line and paragraph separators, and marks of writing direction.
 * @see https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g

/** The text with each such character as its code, `\u001b`: line ends too, so that it stays within its line. */
export function printableText(text: string): string {
  return text.replace(steering, codeOf)
}

/** The same for text of several lines: line ends and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(steering, (character, at: number) =>
    isLayout(character, text[at + 1]) ? character : codeOf(character),
  )
}

function isLayout(character: string, next: string | undefined): boolean {
  return character === '\n' || character === '\t' || (character === '\r' && next === '\n')
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
