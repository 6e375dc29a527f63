import type { DocumentKind } from '../../../src/page/document-types.ts'

/** A document that attacks its reader: description, file extension and bytes. The URL `canary` must never be fetched. */
export type HostileDocument = readonly [name: string, kind: DocumentKind, build: (canary: string) => Buffer]
