/** Examples from the providers' documentation (November 2026), shortened, with made-up URLs. */

import { dataForSeoExamples } from './examples/dataforseo-examples.ts'
import type { DocumentExample } from './examples/document-example.ts'
import { oxylabsExamples } from './examples/oxylabs-examples.ts'
import { serpApiExamples } from './examples/serpapi-examples.ts'

export const documentExamples: readonly DocumentExample[] = [
  ...serpApiExamples,
  ...oxylabsExamples,
  ...dataForSeoExamples,
]
