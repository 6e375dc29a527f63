/** All suites, in the order of the table. */

import type { Suite } from './suite.ts'
import { commonmark, gfm } from './suites/commonmark.ts'
import { hastUtilToMdast, htmlToMarkdown, turndown } from './suites/converters.ts'
import { dompurify } from './suites/dompurify.ts'
import { encodings } from './suites/encodings.ts'
import { html5libEncoding } from './suites/html5lib-encoding.ts'
import { html5libTokens } from './suites/html5lib-tokens.ts'
import { html5libTree } from './suites/html5lib-tree.ts'
import { linkify } from './suites/linkify.ts'
import { metadataPages } from './suites/metadata.ts'
import { pdfTexts } from './suites/pdf-text.ts'
import { roundTrip } from './suites/round-trip.ts'
import { selectors } from './suites/selectors.ts'
import { urlTestdata } from './suites/url-testdata.ts'

export const suites: readonly Suite[] = [
  urlTestdata,
  linkify,
  dompurify,
  encodings,
  html5libEncoding,
  html5libTokens,
  html5libTree,
  selectors,
  pdfTexts,
  metadataPages,
  commonmark,
  gfm,
  roundTrip,
  turndown,
  hastUtilToMdast,
  htmlToMarkdown,
]
