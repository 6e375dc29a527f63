/** Refuses the binary container format of Office 2003 and earlier, which Office also uses for password-protected documents. */

import { ServiceError } from '../../base/errors.ts'
import type { Page } from '../../page/page.ts'
import { lockedDocument } from '../converted/refusals.ts'

/** Throws invalid_response for a password-protected document, and unsupported_content_type for all others. @see MS-OFFCRYPTO, §2.3.4 */
export async function refuseOle({ body }: Page): Promise<never> {
  // The name of a stream in the container's directory.
  if (Buffer.from(body.buffer, body.byteOffset, body.length).includes(Buffer.from('EncryptedPackage', 'utf16le'))) {
    throw lockedDocument()
  }
  const message = 'The document is in a binary Office 97–2003 format (.doc, .ppt), which is not supported'
  throw new ServiceError(
    'unsupported_content_type',
    `${message}: convert it with soffice --convert-to docx (pptx for slides)`,
  )
}
