/** All suites, in the order of the table. */

import type { Suite } from './suite.ts'
import { urlTestdata } from './suites/url-testdata.ts'

export const suites: readonly Suite[] = [urlTestdata]
