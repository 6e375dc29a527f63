/** The caller's own headers and cookies go to one origin only. A redirect to another drops them, and a redirect back restores them. */

import type { OwnFields } from '../../html/page.ts'

export function isOwn(url: URL, own: OwnFields | undefined): own is OwnFields {
  return own?.origin === url.origin
}
