import type { DocumentKind } from '../../../src/html/document-types.ts'

/** A document that attacks its reader: what it is, the ending of its name, and its bytes. `canary` is a URL that nobody may ask for. */
export type HostileDocument = readonly [name: string, kind: DocumentKind, build: (canary: string) => Buffer]
