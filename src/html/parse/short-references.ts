/** Shortens character references that are hundreds of digits long, because the decoder would throw on them. */

const long = /&#(?:[xX]([0-9a-fA-F]{200,})|([0-9]{200,}))/g

/** The text with its long references shortened. A reference outside the Unicode range stays outside it. */
export function withShortReferences(text: string): string {
  return text.replace(long, (_, hexadecimal?: string, decimal = '') =>
    hexadecimal === undefined ? `&#${short(decimal)}` : `&#x${short(hexadecimal)}`,
  )
}

function short(number: string): string {
  const value = number.replace(/^0+/, '')
  return value.length > 8 ? '99999999' : value.padStart(1, '0')
}
