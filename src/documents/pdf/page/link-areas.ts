/** Attaches the link annotations of a page to the text under them. */

import { firstIndex } from '../../../base/first-index.ts'
import { outsideSchemes } from '../../converted/write-html.ts'
import type { Annotation } from './form-text.ts'
import { apply, type Box, boxOfPoints } from './geometry.ts'
import { charEdges, middleOf, type Run, splitRun } from './run.ts'

type LinkArea = Box & { href: string }

/** Returns null for other annotations, and for links within the document. */
function hrefOf({ subtype, url, unsafeUrl }: Annotation): string | null {
  const href = url || unsafeUrl
  return subtype === 'Link' && href && outsideSchemes.test(href) ? href : null
}

export function hrefsOf(annotations: readonly Annotation[]): Map<string, string> {
  return new Map(
    annotations.flatMap((annotation) => {
      const href = hrefOf(annotation)
      return annotation.id !== undefined && href !== null ? [[annotation.id, href] as const] : []
    }),
  )
}

/** Returns areas in the coordinates of `view`: one for each line that a link spans. Leaves out links within the document. */
export function readLinkAreas(annotations: readonly Annotation[], view: readonly number[]): LinkArea[] {
  return annotations.flatMap((annotation) => {
    const href = hrefOf(annotation)
    return href === null ? [] : areasOf(annotation, view, href)
  })
}

/** Returns the areas of an annotation: one for each line that it marks. */
export function areasOf({ rect, quadPoints }: Annotation, view: readonly number[], href: string): LinkArea[] {
  const length = Math.min(quadPoints?.length ?? 0, maxQuads * 8)
  const points = Array.from({ length }, (_, n) => quadPoints?.[n] ?? 0)
  const quads = Array.from({ length: Math.floor(points.length / 8) }, (_, n) => points.slice(n * 8, n * 8 + 8))
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect ?? []
  if (quads.length === 0 && rect?.length === 4) quads.push([x0, y0, x1, y0, x0, y1, x1, y1])
  return quads.map((quad) => {
    return { href, ...boxOfPoints([0, 2, 4, 6].map((at) => apply(view, quad[at] ?? 0, quad[at + 1] ?? 0))) }
  })
}

const maxQuads = 100

/** Returns the runs with their links. If only part of a run is under a link, the run is split between words. */
export function withLinks(runs: readonly Run[], areas: readonly LinkArea[]): Run[] {
  if (areas.length === 0) return [...runs]
  const sorted = [...areas].sort((a, b) => a.top - b.top)
  const tallest = sorted.reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0)
  return runs.flatMap((run) => {
    const middle = middleOf(run)
    const from = firstIndex(sorted, ({ top }) => top >= middle - tallest)
    const found: LinkArea[] = []
    for (let at = from; at < sorted.length && found.length < 50; at++) {
      const area = sorted[at]
      if (!area || area.top > middle) break
      if (area.bottom >= middle && area.left < run.right - 1 && area.right > run.left + 1) found.push(area)
    }
    return found.length === 0 ? [run] : linkedParts(run, found)
  })
}

/** Words, and the punctuation after them, which may not be part of a link. */
const wordsAndEnds = /\S+?(?=[.,;:!?)\]]*(?:\s|$))|[.,;:!?)\]]+(?=\s|$)/g

function linkedParts(run: Run, areas: readonly LinkArea[]): Run[] {
  const only = areas[0]
  if (areas.length === 1 && only && only.left <= run.left + 2 && only.right >= run.right - 1) {
    return [{ ...run, href: only.href }]
  }
  const edges = charEdges(run)
  const hrefAt = (from: number, to: number) => {
    const middle = ((edges[from] ?? 0) + (edges[to] ?? 0)) / 2
    return areas.find(({ left, right }) => left - 1 <= middle && middle <= right + 1)?.href ?? null
  }
  const words = Array.from(run.text.matchAll(wordsAndEnds), ({ 0: word, index }) => ({
    from: index,
    href: hrefAt(index, index + word.length),
  }))
  const parts: Run[] = []
  let rest: Run = { ...run, href: words[0]?.href ?? null }
  for (const [at, { from, href }] of words.entries()) {
    if (at === 0 || href === rest.href) continue
    const [first, second] = splitRun(rest, from - (run.text.length - rest.text.length))
    parts.push(first)
    rest = { ...second, href }
  }
  return [...parts, rest]
}
