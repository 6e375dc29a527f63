/** Languages by Windows language identifier. */

/** By the lower ten bits, from 1. @see MS-LCID */
const languages =
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl no pl pt - ro ru hr sk sq sv th tr ur id uk be sl et lv lt - fa vi hy - eu - mk - - - - - - af ka - hi - - - - ms'.split(
    ' ',
  )
const others: Readonly<Record<number, string>> = { 69: 'bn', 86: 'gl' }

/** Returns null for an unknown identifier, and for `no language`. */
export function languageByIdentifier(identifier: number): string | null {
  const language = languages[(identifier & 0x3ff) - 1] ?? others[identifier & 0x3ff]
  return language === '-' ? null : (language ?? null)
}
