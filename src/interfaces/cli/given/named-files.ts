/** Resolves command-line arguments: files and folders to `file:` URLs and the paths of their results, and URLs without a scheme to https. */

import { readdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ServiceError } from '../../../base/errors.ts'
import { documentTypes } from '../../../page/document-types.ts'

/** An argument's URL. For a file, also its path in the output folder, without the extension that is appended. */
export interface NamedPage {
  address: string
  outputPath?: string
  /** True for a file in a folder, which is skipped if its kind can't be read. */
  isInFolder?: boolean
}

const maxFiles = 10_000

/** Returns the files for arguments that are existing files or folders, and the others unchanged. Links in folders are not followed, and results in `outputFolder` not read. */
export async function namedPages(words: readonly string[], outputFolder = '\0'): Promise<NamedPage[]> {
  const pages: NamedPage[] = []
  for (const word of words) {
    if (word === '-') throw refusal('to read standard input, use --file -')
    const found = /^[a-z][a-z\d+.-]+:/i.test(word) ? null : await stat(word).catch(() => null)
    if (!found && looksLikeFile(word))
      throw refusal(`${word} doesn't exist as a file. If it is a URL, add https:// to its start`)
    if (!found?.isDirectory()) {
      pages.push(found ? { address: pathToFileURL(resolve(word)).href, outputPath: basename(word) } : { address: word })
      continue
    }
    // The folder's own name keeps the results of several folders apart.
    const root = words.length > 1 ? resolve(word, '..') : resolve(word)
    const entries = await readdir(word, { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => resolve(join(parentPath, name)))
    const output = resolve(outputFolder) + sep
    for (const path of paths.filter((path) => !path.startsWith(output)).sort())
      pages.push({ address: pathToFileURL(path).href, outputPath: relative(root, path), isInFolder: true })
    if (pages.length > maxFiles) throw refusal(`${word} has more than ${maxFiles} files`)
  }
  if (pages.length === 0 && words.length > 0) throw refusal(`${words.join(', ')} has no files`)
  return pages
}

/** True for paths, and for names of documents, unless they can be a host without a scheme. `zip` is also a top-level domain. */
function looksLikeFile(word: string): boolean {
  const [, extension = ''] = /^[^/]*\.(\w+)$/.exec(word) ?? []
  const isNamed = ([...Object.keys(documentTypes), ...otherExtensions] as string[]).includes(extension.toLowerCase())
  return isNamed || /^(?!localhost\b)[^.:/[\]]+\/|^\.{0,2}[/\\]|\\/i.test(word)
}
const otherExtensions = ['doc', 'xls', 'xlsb', 'ppt', 'htm', 'html', 'txt', 'json', 'xml', 'png', 'jpg']

const refusal = (message: string) => new ServiceError('value_error', `Value error, ${message}`, { param: 'url' })

/** Adds `https://` to a URL without a scheme. The start of `localhost:8080` isn't a scheme. */
export function withScheme(url: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d{1,5}(?:[/?#]|$))/i.test(url)
  return hasScheme || /^([/?#.]|$)/.test(url) ? url : `https://${url}`
}
