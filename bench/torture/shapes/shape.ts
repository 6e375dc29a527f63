/** A shape: one page or document that is hard to read, with its content type. */

import { gzipSync } from 'node:zlib'
import { documentTypes } from '../../../src/page/document-types.ts'
import type { HostileDocument } from '../../../test/documents/hostile/hostile-document.ts'
import type { DocumentOfKind } from '../../../test/operations/document-kinds.ts'

export type ShapeKind = DocumentOfKind['kind'] | 'html'

export interface Shape {
  kind: ShapeKind
  name: string
  build(): Buffer
}

export function shapeOf([name, kind, build]: HostileDocument): Shape {
  return { kind, name, build: () => build('http://127.0.0.1:9/') }
}

/** The form in which a site sends the shape. */
export interface SentShape {
  headers: Record<string, string>
  body: Uint8Array
}

/** Compresses HTML with gzip, as most sites do. */
export function sendShape({ kind, build }: Shape): SentShape {
  if (kind !== 'html') return { headers: { 'content-type': documentTypes[kind] }, body: build() }
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' }
  return { headers, body: gzipSync(build(), { level: 9 }) }
}
