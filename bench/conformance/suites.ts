/** All suites, in the order of the table. */

import type { Suite } from './suite.ts'
import { encodings } from './suites/encodings.ts'
import { html5libEncoding } from './suites/html5lib-encoding.ts'
import { urlTestdata } from './suites/url-testdata.ts'

export const suites: readonly Suite[] = [urlTestdata, encodings, html5libEncoding]
