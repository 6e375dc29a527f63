/** All documents in this folder. */

import { docxHidden } from './docx-hidden.ts'
import { docxVisible } from './docx-visible.ts'
import { epubCases } from './epub.ts'
import type { HiddenTextCase } from './hidden-case.ts'
import { odpCases } from './odp.ts'
import { odsCases } from './ods.ts'
import { odtCases } from './odt.ts'
import { pdfHidden } from './pdf-hidden.ts'
import { pdfVisible } from './pdf-visible.ts'
import { pptxCases } from './pptx.ts'
import { rtfCases } from './rtf.ts'
import { xlsxCases } from './xlsx.ts'

export const allCases: readonly HiddenTextCase[] = [
  ...docxHidden,
  ...docxVisible,
  ...pdfHidden,
  ...pdfVisible,
  ...xlsxCases,
  ...pptxCases,
  ...odtCases,
  ...rtfCases,
  ...epubCases,
  ...odsCases,
  ...odpCases,
]
