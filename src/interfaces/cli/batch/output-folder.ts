/** The folder of `--output-dir`, into which the content of each page is written. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../../base/errors.ts'
import type { ScrapeResult } from '../../../contract/scrape.ts'
import { printedContent } from '../terminal/printed-content.ts'
import { fileNameOf } from './file-name.ts'

export interface OutputFolder {
  /** Writes the content, over a file of an earlier run, and resolves with the path. Throws storage_unavailable. */
  write(number: number, result: ScrapeResult): Promise<string>
}

/** Makes the folder where it is missing. Throws value_error when it can't be made. */
export async function openOutputFolder(path: string): Promise<OutputFolder> {
  try {
    await mkdir(path, { recursive: true })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ServiceError('value_error', `Value error, --output-dir: the folder can't be made: ${code}`, { cause })
  }
  return {
    async write(number, result) {
      const file = join(path, fileNameOf(number, result.url, extensionOf(result)))
      try {
        await writeFile(file, printedContent(result.content))
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException
        throw new ServiceError('storage_unavailable', `The content can't be written to ${file}: ${code}`, { cause })
      }
      return file
    },
  }
}

const textExtensions: Partial<Record<ScrapeResult['output'], string>> = { raw_html: 'html', clean_html: 'html' }

/** An answer in words is text, whatever view of the page the language model has read. */
function extensionOf({ content, output, model }: ScrapeResult): string {
  if (typeof content !== 'string') return 'json'
  return (model === null ? textExtensions[output] : undefined) ?? 'md'
}
