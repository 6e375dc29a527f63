/** File names in `--output-dir`, such as `001-example.com-blog.md`. */

import { percentDecoded } from '../../../html/absolute-url.ts'

const maxChars = 100
/** File systems allow names of 255 bytes, and a character takes up to four. */
const maxBytes = 200

/**
 * For the page with this number, or null for a name without one, returns a file name of letters, digits, hyphens, underscores and single dots. The number
 * makes it unique, even on file systems that ignore case, and keeps it from being a device name on Windows.
 */
export function fileNameOf(number: number | null, url: string, extension: string): string {
  const { host, pathname } = new URL(url)
  const readable = `${host}${percentDecoded(pathname)}`
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/([-.])\1+/g, '$1')
    .replace(/^-/, '')
  const [head, end] = [number === null ? '' : `${String(number).padStart(3, '0')}-`, `.${extension}`]
  return `${cut(`${head}${readable}`, end.length).replace(/[-.]+$/, '')}${end}`
}

function cut(text: string, reserved: number): string {
  let kept = ''
  for (const character of text) {
    const longer = kept + character
    if (longer.length > maxChars - reserved || Buffer.byteLength(longer) > maxBytes - reserved) break
    kept = longer
  }
  return kept
}
