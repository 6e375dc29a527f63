/** Makes untrusted text safe for a terminal, so that it can't move the cursor, set the clipboard or flip text direction. */

/**
 * Matches ASCII and Latin-1 control characters, line and paragraph separators, and writing-direction marks.
 * @see https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/g

/** Replaces each such character with its code, such as `\u001b`. This includes line breaks, so the text stays on one line. */
export function printableText(text: string): string {
  return text.replace(steering, codeOf)
}

/** Does the same for multi-line text, but keeps line breaks and tabs. */
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
