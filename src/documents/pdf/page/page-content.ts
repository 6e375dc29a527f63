/** The content of a page: its text, its lines and its annotations. */

import type { Annotation } from './form-text.ts'
import type { Rule, Run } from './run.ts'
import type { StructureElement } from './structure-tree.ts'

export interface PageContent {
  number: number
  /** True for an image with almost no text, such as a scan. */
  isImage: boolean
  width: number
  height: number
  runs: Run[]
  turned: Run[][]
  rules: Rule[]
  annotations: readonly Annotation[]
  operators: number
  /** The page's structure tree; null if the document has none. */
  tree: StructureElement | null
  annotate(annotations: readonly Annotation[]): void
}
