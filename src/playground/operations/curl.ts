/** Formats a request as a curl command that reads the API key from the variable GLEANER_KEY. */

import { type FilledIn, holdsSecrets, typedParameters } from './parameters.ts'
import type { ApiOperation } from './read-openapi.ts'

interface CurlRequest {
  operation: ApiOperation
  parameters: FilledIn
  headers: FilledIn
  /** A list of URLs, which replaces the operation's URL. */
  urls?: readonly string[] | null
  /** The origin of the service: `http://127.0.0.1:8787`. */
  origin: string
  /** Name and media type of the file that is sent instead of a subject. */
  file?: { name: string; type: string } | null
}

export function curlCommand({ operation, parameters, headers, urls, origin, file }: CurlRequest): string {
  const isPosted = Boolean(urls) || (operation.takesJson && holdsSecrets(parameters))
  // An unpaired surrogate is replaced, as it is when the page sends the request.
  const texts = Object.entries(parameters).map(([name, text]) => [name, text.toWellFormed()] as const)
  const { [operation.subject.name]: subject, ...shared } = typedParameters(operation, Object.fromEntries(texts))
  const body = JSON.stringify(urls ? { urls, ...shared } : { [operation.subject.name]: subject, ...shared })
  const path = (urls && operation.batchPath) || operation.path
  const query = new URLSearchParams(parameters).toString()
  const target = file
    ? shellWord(`${origin}${operation.filePath}${query && `?${query}`}`)
    : `${isPosted ? '' : '-G '}${shellWord(origin + path)}`
  const sent = isPosted
    ? ["-H 'Content-Type: application/json'", `-d ${shellWord(body)}`]
    : texts.map(([name, text]) => `--data-urlencode ${shellWord(`${name}=${text}`)}`)
  return [
    `curl -sS ${target}`,
    '-H "Authorization: Bearer $GLEANER_KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(file ? [`-H ${shellWord(`Content-Type: ${file.type}`)}`, `--data-binary ${shellWord(`@${file.name}`)}`] : sent),
  ].join(' \\\n  ')
}

/** Some shells would expand a word with a leading equals sign. */
const plainWord = /^[\w@%+:,./-][\w@%+=:,./-]*$/

/** All control characters except newlines, because a terminal would act on them when they are pasted. */
const controls = /[^\P{Cc}\n]/gu

/** Quotes a word for bash, zsh and every POSIX 2024 shell, so that the shell expands nothing in it. */
export function shellWord(text: string): string {
  if (plainWord.test(text)) return text
  if (text.search(controls) >= 0) return `$'${text.replace(/['\\]/g, '\\$&').replace(controls, escapedBytes)}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

function escapedBytes(char: string): string {
  const bytes = [...new TextEncoder().encode(char)]
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
