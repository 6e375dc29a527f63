/** Inputs for the service: large pages, and the largest pages and documents available. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { documentTypes } from '../../src/page/document-types.ts'
import { repeatPage } from '../rig/saved-pages.ts'
import { largePages } from '../torture/shapes/large-pages.ts'
import type { Shape, ShapeKind } from '../torture/shapes/shape.ts'

export const fixtures = fileURLToPath(new URL('../../test/fixtures', import.meta.url))
const shared = fileURLToPath(new URL('../../../shared', import.meta.url))
const forum = `${fixtures}/main-content/forums/xenforo-en.html`

/** Returns a repeated forum page. */
export function ordinaryPage(megabytes: number): Shape {
  const build = () => repeatPage(readFileSync(forum), megabytes * 1_000_000)
  return { kind: 'html', name: `an ordinary page of ${megabytes} MB`, build }
}

/** Pages with almost 16 MB of line breaks, paragraphs or headings, which take 15 to 30 kB on the wire. */
export const hostilePages: readonly Shape[] = [...largePages.slice(0, 3), ...largePages.slice(0, 3)]

export const mixedPages: readonly Shape[] = [3, 8].flatMap((megabytes) => [
  ...largePages.slice(0, 1),
  ordinaryPage(megabytes),
  ordinaryPage(megabytes),
])

/** Returns `count` of the largest pages and of the largest documents, from the tests and, if available, the saved files. */
export function biggestFixtures(count: number): Shape[] {
  const files = [fixtures, `${shared}/quality/data`, `${shared}/documents`].filter(existsSync).flatMap(filesBelow)
  const sorted = files.toSorted((a, b) => statSync(b).size - statSync(a).size)
  const pages = sorted.filter((file) => /\.html(?:\.gz)?$/.test(file)).slice(0, count / 2)
  const documents = sorted.filter((file) => extname(file).slice(1) in documentTypes).slice(0, count / 2)
  return [...pages, ...documents].map(savedFile)
}

export const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)

/** Returns a page or document in the repository or next to it. */
export function savedFile(file: string): Shape {
  const kind = /\.html(?:\.gz)?$/.test(file) ? 'html' : (extname(file).slice(1) as ShapeKind)
  const build = () => (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file))
  return { kind, name: file, build }
}
