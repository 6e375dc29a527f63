/** Reads damaged documents as the service does, and says what became of them. */

import { documentFixtures } from '../../../bench/documents/fixtures.ts'
import { openRandom } from '../../../bench/torture/random.ts'
import { ServiceError } from '../../../src/base/errors.ts'
import { noShare } from '../../../src/base/share.ts'
import { resolveMediaType } from '../../../src/fetch/body/media-type.ts'
import type { DocumentKind } from '../../../src/page/document-types.ts'
import { parseContentType } from '../../../src/page/media-kind.ts'
import { createSandbox } from '../../../src/readers/pool.ts'
import { pageOf } from '../../readers/page-of.ts'
import { damagedArchives } from './damaged-archives.ts'
import { type DamagedDocument, type SoundDocument, wordsOf } from './damaged-document.ts'
import { damagedPdfs, damagedTexts } from './damaged-files.ts'

interface Outcome {
  /**
   * `whole`, `named` (the rest is named in a warning), `refused` (an error of the service), `silent` (words are missing without a warning),
   * or `death` of the reader.
   */
  verdict: 'whole' | 'named' | 'refused' | 'silent' | 'death'
  /** Words of intact parts that are missing, although the document was read; `*` for all, if it was refused. */
  lost: string[]
  message: string
}

const names =
  /^(?:report\.(?:docx|odt|epub|pdf|rtf)|book\.epub|notes\.(?:odt|docx)|deck\.(?:odp|pptx)|(?:inventory|ledger)\.xlsx|ledger\.(?:ods|tsv)|inventory\.(?:csv|pdf)|columns\.pdf)$/

export function soundDocuments(): SoundDocument[] {
  const fixtures = documentFixtures().filter(({ name }) => names.test(name))
  return fixtures.map(({ name, kind, bytes }) => ({ name, kind: kind as DocumentKind, bytes: Buffer.from(bytes) }))
}

/** `whole`: the text of the sound document. Yields the same documents in every run. */
export function damagedDocuments(sound: SoundDocument, whole: string): DamagedDocument[] {
  const random = openRandom([...sound.name].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) >>> 0)
  const write =
    sound.kind === 'pdf' ? damagedPdfs : /^(?:rtf|csv|tsv)$/.test(sound.kind) ? damagedTexts : damagedArchives
  return [...write(sound, whole, random)]
}

export function createDamagedReader(open = { createSandbox, resolveMediaType }) {
  const sandbox = open.createSandbox({ readers: 1, readingLimitMs: 60_000 })
  const read = async (bytes: Buffer, declared: string | null) => {
    const body = new Uint8Array(bytes)
    const mediaType = open.resolveMediaType(parseContentType(declared), body)
    const request = { output: 'markdown', cssSelector: null, mainContent: true } as const
    const page = { ...pageOf(''), contentType: declared, mediaType, body }
    const { signal } = new AbortController()
    const { content, warnings } = await sandbox.run('format', [page, request], { signal, share: noShare })
    return { text: String(content), warnings }
  }
  return {
    /** Returns the text of a sound document. */
    wholeOf: async ({ bytes, kind }: SoundDocument) => {
      const declared = kind === 'csv' ? 'text/csv' : kind === 'tsv' ? 'text/tab-separated-values' : null
      return (await read(bytes, declared)).text
    },
    async outcomeOf({ bytes, declared, intact, wrongBytes }: DamagedDocument, whole: string): Promise<Outcome> {
      try {
        const { text, warnings } = await read(bytes, declared)
        const missing = missingWords(text, whole)
        const named = warnings.filter(({ code }) => code === 'document_cut' || code === 'no_text')
        const lost = missingWords(text, intact.join(' ')).filter((word) => wordsOf(whole).has(word))
        const message = named.map((one) => one.message).join('; ') || missing.slice(0, 5).join(' ')
        const isWhole = missing.length <= wrongBytes * 2
        return { verdict: named.length > 0 ? 'named' : isWhole ? 'whole' : 'silent', lost, message }
      } catch (error) {
        if (!(error instanceof ServiceError || (error as { type?: string }).type))
          return { verdict: 'death', lost: [], message: String((error as Error).stack) }
        return { verdict: 'refused', lost: intact.join('') === '' ? [] : ['*'], message: (error as Error).message }
      }
    },
    close: () => sandbox.close(),
  }
}

/** Returns the words that occur less often in a text than they should. */
function missingWords(text: string, expected: string): string[] {
  const found = wordsOf(text)
  return [...wordsOf(expected).keys()].filter((word) => !found.has(word))
}
