/** Normalizes URLs for comparison. */

export const pageUrl = 'https://page.example/folder/page'

/** Returns an absolute URL, and normalizes the characters that markdown escapes differently. */
export function comparableUrl(written: string): string {
  const url = URL.parse(written.trim(), pageUrl)?.href ?? written
  return url.replace(/%(?:28|29|60|5C|5B|5D)/gi, (code) => decodeURIComponent(code))
}

/** True if a link's text is its URL. */
export function isAddressItself(text: string, url: string): boolean {
  const addresses = [text, `http://${text}`, `mailto:${text}`]
  return addresses.some((address) => [address, comparableUrl(address)].some((form) => decoded(form) === decoded(url)))
}

/** Decodes a URL, because parsers treat backslashes in URLs differently. */
function decoded(url: string): string {
  try {
    return decodeURIComponent(url).replace(/[\\/]/g, '')
  } catch {
    return url.replace(/[\\/]|%5C/g, '')
  }
}
