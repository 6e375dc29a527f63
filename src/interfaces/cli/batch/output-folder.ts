/** The output folder of `--output-dir`, which receives the content of each page. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '../../../base/errors.ts'
import { makeFolder } from '../../../base/make-folder.ts'
import type { ScrapeResult } from '../../../contract/scrape.ts'
import { printedContent } from '../terminal/printed-content.ts'
import { fileNameOf } from './file-name.ts'

export interface OutputFolder {
  /** Writes the content, overwriting a file from an earlier run. Resolves with the path. Throws storage_unavailable. */
  write(number: number, result: ScrapeResult): Promise<string>
}

/** Creates the folder if it is missing. Throws value_error if that fails. */
export async function openOutputFolder(path: string): Promise<OutputFolder> {
  try {
    makeFolder(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const reason = reasons[code] ?? code
    throw new ServiceError('value_error', `Value error, --output-dir: can't create the folder: ${reason}`, { cause })
  }
  return {
    async write(number, result) {
      const file = join(path, fileNameOf(number, result.url, extensionOf(result)))
      try {
        await writeFile(file, printedContent(result.content))
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException
        throw new ServiceError('storage_unavailable', `Can't write the content to ${file}: ${code}`, { cause })
      }
      return file
    },
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'part of its path is a file',
  ENOENT: 'the file system refuses it',
  EACCES: 'no permission',
}

const textExtensions: Partial<Record<ScrapeResult['output'], string>> = {
  ...{ text: 'txt', raw_html: 'html', clean_html: 'html' },
}

/** A language model's answer in prose is text, regardless of `output`. */
function extensionOf({ content, output, model }: ScrapeResult): string {
  if (typeof content !== 'string') return 'json'
  return (model === null ? textExtensions[output] : undefined) ?? 'md'
}
