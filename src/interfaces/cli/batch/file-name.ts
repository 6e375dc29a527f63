/** Names of the files of `--output-dir`: `001-example.com-blog.md`. */

import { percentDecoded } from '../../../html/absolute-url.ts'

const maxChars = 100
/** File systems allow 255; a character takes up to four. */
const maxBytes = 200

/**
 * A name for the content of the page with this number: of letters, digits, hyphens, underscores and single dots, whatever the address
 * is. The number makes it one of its own, on file systems that ignore case too, and no device's name on Windows.
 */
export function fileNameOf(number: number, url: string, extension: string): string {
  const { host, pathname } = new URL(url)
  const readable = `${host}${percentDecoded(pathname)}`
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/([-.])\1+/g, '$1')
    .replace(/^-/, '')
  const [head, end] = [`${String(number).padStart(3, '0')}-`, `.${extension}`]
  return `${cut(`${head}${readable}`, end.length).replace(/[-.]+$/, '')}${end}`
}

/** The start of the text that leaves so many characters of a name. */
function cut(text: string, reserved: number): string {
  let kept = ''
  for (const character of text) {
    const longer = kept + character
    if (longer.length > maxChars - reserved || Buffer.byteLength(longer) > maxBytes - reserved) break
    kept = longer
  }
  return kept
}
