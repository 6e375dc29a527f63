/** Reads documents in a sandbox and reports the outcomes. */

import { ServiceError } from '../../../src/base/errors.ts'
import { noShare } from '../../../src/base/share.ts'
import { type DocumentKind, documentTypes } from '../../../src/page/document-types.ts'
import type { Page } from '../../../src/page/page.ts'
import { createSandbox } from '../../../src/readers/pool.ts'
import { pageOf } from '../../readers/page-of.ts'

interface HostileReader {
  /** Resolves to `ok`, `no_text`, the error type, or `crash` for an error that isn't the service's. */
  read(bytes: Buffer, kind: DocumentKind): Promise<string>
  /** Reads an ordinary HTML page and returns its text. */
  readNext(): Promise<string>
  close(): Promise<void>
}

export function createHostileReader({ readingLimitMs = 8_000 } = {}): HostileReader {
  const sandbox = createSandbox({ readers: 1, readingLimitMs })
  const run = (page: Page) => {
    const request = {
      output: 'markdown',
      cssSelector: null,
      mainContent: true,
      extraOutputs: ['links', 'emails'],
    } as const
    return sandbox.run('format', [page, { ...request, extraOutputs: [...request.extraOutputs] }], {
      signal: new AbortController().signal,
      share: noShare,
    })
  }
  return {
    async read(bytes, kind) {
      const mediaType = documentTypes[kind]
      try {
        const page = { ...pageOf(''), contentType: mediaType, mediaType, body: new Uint8Array(bytes) }
        const { content, warnings } = await run(page)
        if (typeof content !== 'string' || !content.isWellFormed()) return 'crash'
        return warnings.some(({ code }) => code === 'no_text') ? 'no_text' : 'ok'
      } catch (error) {
        return error instanceof ServiceError ? error.type : 'crash'
      }
    },
    readNext: async () => String((await run(pageOf('<p>next page</p>'))).content).trim(),
    close: () => sandbox.close(),
  }
}
