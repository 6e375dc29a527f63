/** The output folder of `--output-dir`, which receives the content of each page. */

import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ServiceError } from '../../../base/errors.ts'
import { makeFolder } from '../../../base/make-folder.ts'
import type { ScrapeResult } from '../../../contract/scrape.ts'
import { bytesOfImage } from '../../../contract/screenshot.ts'
import { percentDecoded } from '../../../html/absolute-url.ts'
import { type NamedPage, withScheme } from '../given/named-files.ts'
import { printedContent } from '../terminal/terminal.ts'

export type OutputFolder = Awaited<ReturnType<typeof openOutputFolder>>

/** Creates the folder if it is missing. Throws value_error if that fails. */
export async function openOutputFolder(path: string, skipsExisting: boolean) {
  try {
    makeFolder(path)
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException
    const reason = reasons[code] ?? code
    throw new ServiceError('value_error', `Value error, --output-dir: can't create the folder: ${reason}`, { cause })
  }
  const owners = new Map<string, string>()
  return {
    /** Returns the path for a page's content, without an extension. */
    pathFor(number: number, { address, outputPath }: NamedPage): string {
      const url = withScheme(address)
      // Reading the page fails, so nothing is written.
      if (!URL.canParse(url)) return ''
      const named = fileNameOf(skipsExisting ? null : number, url, sampleExtension)
      // Files of different folders may have the same name.
      const plain = outputPath ?? named.slice(0, -sampleExtension.length - 1)
      const isTaken = (owners.get(plain) ?? address) !== address
      if (!isTaken) owners.set(plain, address)
      return join(path, isTaken ? `${plain}-${createHash('sha256').update(address).digest('hex').slice(0, 8)}` : plain)
    },
    /** True if the content is skipped because a file from an earlier run has it. */
    skips: (base: string) => skipsExisting && extensions.some((extension) => existsSync(`${base}.${extension}`)),
    /** Writes the content, replacing a file from an earlier run in one step. Resolves with the path. Throws storage_unavailable. */
    async write(base: string, result: ScrapeResult): Promise<string> {
      const file = `${base}.${extensionOf(result)}`
      try {
        makeFolder(dirname(file))
        // The same page may be written twice at once.
        const temporary = `${file}.${randomUUID().slice(0, 8)}.tmp`
        await writeFile(temporary, bytesOfImage(result.content) ?? printedContent(result.content))
        await rename(temporary, file)
      } catch (cause) {
        const { code } = cause as NodeJS.ErrnoException
        throw new ServiceError('storage_unavailable', `Can't write the content to ${file}: ${code}`, { cause })
      }
      return file
    },
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOTDIR: 'part of its path is a file',
  ENOENT: 'the file system refuses it',
  EACCES: 'no permission',
}

/** As long as the longest of the extensions, so that every name has room for its own. */
const sampleExtension = 'html'
const extensions = ['md', 'txt', 'html', 'json', 'png']
const textExtensions: Partial<Record<ScrapeResult['output'], string>> = {
  ...{ text: 'txt', raw_html: 'html', clean_html: 'html' },
}

/** A language model's answer in prose is text, regardless of `output`. */
function extensionOf({ content, output, model }: ScrapeResult): string {
  if (output === 'screenshot') return 'png'
  if (typeof content !== 'string') return 'json'
  return (model === null ? textExtensions[output] : undefined) ?? 'md'
}

const maxChars = 100
/** File systems allow names of 255 bytes, and a character takes up to four. */
const maxBytes = 200

/**
 * Returns a page's file name, with letters, digits, hyphens, underscores and single dots. If `number` isn't null, the name begins with it.
 * The number makes the name unique, even on file systems that ignore case. It also prevents device names on Windows.
 */
export function fileNameOf(number: number | null, url: string, extension: string): string {
  const { host, pathname } = new URL(url)
  const readable = `${host}${percentDecoded(pathname)}`
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/([-.])\1+/g, '$1')
    .replace(/^-/, '')
  const [head, end] = [number === null ? '' : `${String(number).padStart(3, '0')}-`, `.${extension}`]
  return `${cut(`${head}${readable}`, end.length).replace(/[-.]+$/, '')}${end}`
}

function cut(text: string, reserved: number): string {
  let kept = ''
  for (const character of text) {
    const longer = kept + character
    if (longer.length > maxChars - reserved || Buffer.byteLength(longer) > maxBytes - reserved) break
    kept = longer
  }
  return kept
}
