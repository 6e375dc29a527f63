/** Reads hyperlinks that word processors write as fields. */

import { outsideAddress } from '../link-targets.ts'

/** Returns the target of a hyperlink field, such as `HYPERLINK "https://example.com/" \l "place" \o "tip"`; null for other fields. */
export function hyperlinkIn(instruction: string): string | null {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\]\S*))/i.exec(instruction)
  return found ? outsideAddress(found[1] ?? found[2]) : null
}
