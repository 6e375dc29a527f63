/** The caller's own headers and cookies go to one origin: a redirect to another loses them, and one back gets them again. */

import type { OwnFields } from '../../html/page.ts'

export function isOwn(url: URL, own: OwnFields | undefined): own is OwnFields {
  return own?.origin === url.origin
}
