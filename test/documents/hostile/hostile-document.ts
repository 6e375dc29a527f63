import type { DocumentOfKind } from '../../operations/document-kinds.ts'

/** A document that attacks its reader: description, file extension and bytes. The URL `canary` must never be fetched. */
export type HostileDocument = readonly [name: string, kind: DocumentOfKind['kind'], build: (canary: string) => Buffer]
