import type { DocumentKind } from '../../../src/html/document-types.ts'

/** A document that attacks its reader: a description, the file extension, and the bytes. `canary` is a URL that must never be fetched. */
export type HostileDocument = readonly [name: string, kind: DocumentKind, build: (canary: string) => Buffer]
