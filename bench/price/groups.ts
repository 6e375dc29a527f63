/** Documents that both checkouts read: small pages, large pages, and one document of each kind. */

import { statSync } from 'node:fs'
import { extname } from 'node:path'
import { samples } from '../../test/documents/hostile/mutations.ts'
import { filesBelow, fixtures, ordinaryPage, savedFile } from '../memory/bodies.ts'
import { choosePages, lacksSavedPages } from '../rig/saved-pages.ts'
import type { Shape, ShapeKind } from '../torture/shapes/shape.ts'

export interface Group {
  name: string
  shapes: readonly Shape[]
}

/** Pages up to this size count as small. */
const smallBytes = 256 * 1024

/** Returns the test pages and, if present, saved web pages. */
export function priceGroups(): Group[] {
  const files = filesBelow(`${fixtures}/main-content`).filter((file) => file.endsWith('.html'))
  const small = [...files.slice(0, 40).map(savedFile), ...saved(40, 20_000, smallBytes)]
  const large = [ordinaryPage(0.3), ordinaryPage(1), ordinaryPage(3), ...saved(10, smallBytes + 1, 3_000_000)]
  const documents = [...documentsByKind()].map(([kind, shape]) => ({ name: kind, shapes: [shape] }))
  return [{ name: 'small pages', shapes: small }, { name: 'large pages', shapes: large }, ...documents]
}

function saved(count: number, min: number, max: number): Shape[] {
  if (lacksSavedPages) return []
  return [...choosePages(count, min, max)].map(([name, body]) => ({ kind: 'html', name, build: () => body }))
}

/** Returns the largest test fixture of each kind, and a delimited file. */
function documentsByKind(): Map<ShapeKind, Shape> {
  const found = new Map<ShapeKind, Shape>()
  const files = filesBelow(`${fixtures}/documents`).toSorted((a, b) => statSync(b).size - statSync(a).size)
  for (const kind of samples.keys()) {
    const file = files.find((name) => extname(name) === `.${kind}`)
    const sample = samples.get(kind) as Buffer
    found.set(kind, file ? savedFile(file) : { kind, name: `a ${kind} file`, build: () => sample })
  }
  return found
}
