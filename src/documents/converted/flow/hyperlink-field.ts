/** Hyperlinks that are fields, as word processors write them. */

import { outsideAddress } from '../link-targets.ts'

/** Where a field leads that is a hyperlink: `HYPERLINK "https://example.com/" \l "place" \o "tip"`; null for other fields. */
export function hyperlinkIn(instruction: string): string | null {
  const found = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s\\]\S*))/i.exec(instruction)
  return found ? outsideAddress(found[1] ?? found[2]) : null
}
