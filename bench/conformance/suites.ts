/** All suites, in the order of the table. */

import type { Suite } from './suite.ts'
import { dompurify } from './suites/dompurify.ts'
import { encodings } from './suites/encodings.ts'
import { html5libEncoding } from './suites/html5lib-encoding.ts'
import { linkify } from './suites/linkify.ts'
import { metadataPages } from './suites/metadata.ts'
import { pdfTexts } from './suites/pdf-text.ts'
import { selectors } from './suites/selectors.ts'
import { urlTestdata } from './suites/url-testdata.ts'

export const suites: readonly Suite[] = [
  urlTestdata,
  linkify,
  dompurify,
  encodings,
  html5libEncoding,
  selectors,
  pdfTexts,
  metadataPages,
]
