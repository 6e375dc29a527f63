/** Sends only a result's content, for clients that ask for markdown (docs/api.md, Only the content). */

import type { ServerResponse } from 'node:http'
import type { Share } from '../../base/share.ts'
import { contentJson, isText, textBytes } from '../../content/written.ts'
import type { OperationResult } from '../../contract/operation.ts'
import { bytesOfImage } from '../../contract/screenshot.ts'
import { acceptedWeights } from './content-coding.ts'
import { sendBytes, sendJson } from './response.ts'

/** True if `Accept` names this type explicitly and doesn't prefer JSON. @see RFC 9110 §12.5.1 */
export function acceptsOnly(type: 'text/markdown' | 'image/png', accept: string | undefined): boolean {
  const weights = acceptedWeights(accept)
  const weight = weights.get(type) ?? 0
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return weight > 0 && weight >= json
}

/** Sends an image as PNG, string content as markdown, other content as JSON, and a result without content unchanged. */
export function sendContent(response: ServerResponse, result: OperationResult, share: Share): Promise<void> {
  const image = bytesOfImage(result.content)
  const json = contentJson(result)
  if (json === null) return sendJson(response, 200, result, share)
  const [type, body] = image
    ? (['image/png', image] as const)
    : isText(json)
      ? (['text/markdown; charset=utf-8', textBytes(json)] as const)
      : (['application/json', json] as const)
  for (const [name, value] of Object.entries(headersOf(result))) {
    if (value !== null) response.setHeader(name, value)
  }
  response.setHeader('x-content-type-options', 'nosniff')
  return sendBytes(response, { status: 200, type, parts: [body] }, share)
}

/** Returns headers with the information that a client needs in addition to the content. Headers without a value are null. */
function headersOf(result: OperationResult) {
  const { title, next_offset, content_hash, unchanged, credits_charged = 0, warnings = [] } = result
  const codes = new Set(warnings.map(({ code }) => code))
  return {
    'gleaner-title': typeof title === 'string' ? encodeURIComponent(title.toWellFormed()) : null,
    'gleaner-next-offset': typeof next_offset === 'number' ? String(next_offset) : null,
    'gleaner-content-hash': typeof content_hash === 'string' ? content_hash : null,
    'gleaner-unchanged': unchanged === true ? 'true' : null,
    'gleaner-credits-charged': String(credits_charged),
    'gleaner-warnings': codes.size > 0 ? [...codes].join(', ') : null,
  }
}
