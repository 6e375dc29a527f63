/** Determines the targets of links that lead outside their document. */

/** URL schemes that work for a reader wherever the document is stored. */
export const outsideSchemes = /^(?:https?|mailto|ftp|ftps|tel|sms|news|xmpp|sip):/i
const anyScheme = /^[a-z][a-z\d+.-]*:/i

/**
 * Returns the URL of a link that leads outside its document; null for places in the document, files, and schemes that readers can't open.
 * @example
 * outsideAddress('https://example.com/') // 'https://example.com/'
 * outsideAddress('C:\\Users\\me\\plan.docx') // null
 */
export function outsideAddress(target: string | null | undefined): string | null {
  const address = (target ?? '').trim()
  if (address === '' || address.startsWith('#') || address.length > maxChars) return null
  if (outsideSchemes.test(address)) return address
  return anyScheme.test(address) || /^[\\/]{2}|^[a-z]:|\\/i.test(address) ? null : address
}

const maxChars = 8192

/** Returns the target of a hyperlink field, such as `HYPERLINK "https://example.com/" \l "place" \o "tip"`; null for other fields. */
export function hyperlinkIn(instruction: string): string | null {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\]\S*))/i.exec(instruction)
  return found ? outsideAddress(found[1] ?? found[2]) : null
}
