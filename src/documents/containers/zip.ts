/** Reads the files in a ZIP archive, in memory. */

import { isUtf8 } from 'node:buffer'
import { type ZipEntry, zipEntries } from '../../page/zip-directory.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { brokenDocument, tooLargeToRead } from '../converted/refusals.ts'
import { archiveLimits, unpack } from '../office/archive/archive.ts'
import type { Container } from './container.ts'

/** Throws invalid_response for an archive without a directory or with too many entries. */
export function openZip(bytes: Uint8Array, meter: DocumentMeter): Container {
  const { entries, isWhole } = zipEntries(bytes, archiveLimits.entries)
  if (entries.length > archiveLimits.entries) throw tooLargeToRead(`it has more than ${archiveLimits.entries} entries`)
  if (!isWhole && entries.length === 0) throw brokenDocument('its archive has no entries; it may be truncated')
  if (!isWhole) meter.broken('the end of the file')
  const named = entries.map((entry) => ({ ...entry, name: nameOf(entry) })).filter(({ name }) => !name.endsWith('/'))
  const files = named.map(({ name, ...entry }) => {
    const read = () => {
      const { content, fault } = unpack(bytes, entry, archiveLimits, meter.unpacking)
      if (!content) throw brokenDocument(fault ?? 'an entry is empty')
      if (fault !== null) meter.broken(name)
      return { name, bytes: content, contentType: null }
    }
    return { name, cells: [entry.isEncrypted ? 'encrypted' : (entry.bytes ?? '')], read }
  })
  return { properties: {}, html: '', columns: ['File', 'Bytes'], entries: files, isRead: true }
}

const maxNameBytes = 2000
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Old programs write names in code page 437. Windows programs write backslashes. */
function nameOf({ nameBytes }: ZipEntry): string {
  const bytes = Buffer.from(nameBytes.subarray(0, maxNameBytes))
  const old = () =>
    bytes.toString('latin1').replace(/[\x80-\xff]/g, (char) => codePage437[char.charCodeAt(0) - 128] ?? '')
  return (isUtf8(bytes) ? bytes.toString() : old()).replaceAll('\\', '/').replace(/\p{Cc}/gu, '\ufffd')
}
