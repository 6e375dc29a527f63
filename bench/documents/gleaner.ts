/** Reads documents as the service does, in its sandbox's worker threads. */

import { noShare } from '../../src/base/share.ts'
import type { Warning } from '../../src/contract/warning.ts'
import { type DocumentKind, documentTypes } from '../../src/page/document-types.ts'
import type { Page } from '../../src/page/page.ts'
import { createSandbox } from '../../src/readers/pool.ts'

interface Reading {
  markdown: string
  warnings: readonly Warning[]
  /** `ok`, the error's type and message, or `no_text` for a document without text. */
  outcome: string
}

export function gleanerReader(): { read(bytes: Uint8Array, kind: string): Promise<Reading>; close(): Promise<void> } {
  const sandbox = createSandbox({ readers: 1, readingLimitMs: 120_000 })
  return {
    async read(bytes, kind) {
      const page = pageOf(bytes, documentTypes[kind as DocumentKind])
      try {
        const request = { output: 'markdown', cssSelector: null, mainContent: true } as const
        const { signal } = new AbortController()
        const { content, warnings } = await sandbox.run('format', [page, request], { signal, share: noShare })
        const markdown = typeof content === 'string' ? content : JSON.stringify(content)
        const isPictures = warnings.some(({ code }) => code === 'no_text')
        return { markdown, warnings, outcome: isPictures ? 'no_text' : 'ok' }
      } catch (error) {
        const { type = 'crash', message = '' } = error as { type?: string; message?: string }
        return { markdown: '', warnings: [], outcome: `${type} ${message}` }
      }
    },
    close: () => sandbox.close(),
  }
}

function pageOf(bytes: Uint8Array, mediaType: string): Page {
  return {
    url: 'https://example.com/document',
    finalUrl: 'https://example.com/document',
    status: 200,
    contentType: mediaType,
    mediaType,
    charset: 'utf-8',
    headers: {},
    body: new Uint8Array(bytes),
    rendered: false,
    complete: true,
    warnings: [],
  }
}
