/** Shortens character references that are hundreds of digits long, on which the decoder would throw. */

const digits = 200
const long = new RegExp(`&#(?:[xX][0-9a-fA-F]{${digits}}|[0-9]{${digits}})`)
const longHexadecimal = new RegExp(`&#[xX]([0-9a-fA-F]{${digits},})`, 'g')
const longDecimal = new RegExp(`&#([0-9]{${digits},})`, 'g')

/** The text with the same references in fewer digits. A reference outside the Unicode range stays outside it. */
export function withShortReferences(text: string): string {
  if (!long.test(text)) return text
  return text
    .replace(longHexadecimal, (_, number: string) => `&#x${short(number)}`)
    .replace(longDecimal, (_, number: string) => `&#${short(number)}`)
}

function short(number: string): string {
  const value = number.replace(/^0+/, '')
  return value.length > 8 ? '99999999' : value.padStart(1, '0')
}
