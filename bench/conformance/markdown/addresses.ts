/** Addresses as they are compared. */

export const pageUrl = 'https://page.example/folder/page'

/** An address, absolute, with the characters that markdown writes in another way. */
export function comparableUrl(written: string): string {
  const url = URL.parse(written.trim(), pageUrl)?.href ?? written
  return url.replace(/%(?:28|29|60|5C|5B|5D)/gi, (code) => decodeURIComponent(code))
}

/** True for the text of a link that is its address. */
export function isAddressItself(text: string, url: string): boolean {
  const addresses = [text, `http://${text}`, `mailto:${text}`]
  return addresses.some((address) => [address, comparableUrl(address)].some((form) => decoded(form) === decoded(url)))
}

/** Parsers differ in what a backslash is in an address. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url).replace(/[\\/]/g, '')
  } catch {
    return url.replace(/[\\/]|%5C/g, '')
  }
}
