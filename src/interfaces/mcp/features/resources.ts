/** Stored results as MCP resources `gleaner://snapshot/{id}`, for clients that attach a page to a conversation. */

import { isText, maxJsonBytes, readContent } from '../../../content/written.ts'
import type { Caller, OperationRuntime, RequestContext } from '../../../operations/runtime.ts'
import { isHtml, isTextMedia, parseContentType } from '../../../page/media-kind.ts'
import type { SnapshotEntry } from '../../../pages/snapshot/snapshot-store.ts'
import { McpProtocolError, ResourceNotFoundError } from './protocol-error.ts'

const template = {
  uriTemplate: snapshotUri('{id}'),
  name: 'snapshot',
  title: 'A scraped page',
  description: 'The whole content of a scrape from the last 15 minutes, including all pieces.',
}

const pageSize = 50

export function createResources(snapshots: OperationRuntime['snapshots']) {
  return {
    /** Resolves with the caller's snapshots, newest first, in pages. Throws McpProtocolError for an invalid cursor. */
    async list({ keyId }: Caller, cursor?: string) {
      const entries = await snapshots.list(keyId)
      const from = cursor === undefined ? 0 : entries.findIndex(({ id }) => id === cursor)
      if (from < 0) throw new McpProtocolError('Invalid cursor: the list has changed; start again without a cursor')
      const next = entries[from + pageSize]
      return {
        resources: entries.slice(from, from + pageSize).map(toResource),
        ...(next ? { nextCursor: next.id } : {}),
      }
    },
    templates(cursor?: string) {
      if (cursor !== undefined) throw new McpProtocolError('Invalid cursor: the list of templates has only one page')
      return { resourceTemplates: [template] }
    },
    /** Resolves with the whole content. Throws rate_limited, overloaded, and ResourceNotFoundError for a URI that isn't the caller's. */
    async read({ caller: { keyId, enter }, share }: Pick<RequestContext, 'caller' | 'share'>, uri: string) {
      const leave = await enter?.()
      try {
        const id = /^gleaner:\/\/snapshot\/([\w-]{1,100})$/.exec(uri)?.[1]
        const stored = id === undefined ? null : await snapshots.get(keyId, id)
        if (!stored) throw new ResourceNotFoundError(uri)
        const is_text = isText(stored.content.json)
        const content = readContent(stored.content)
        const text = typeof content === 'string' ? content : JSON.stringify(content)
        share.take(maxJsonBytes(text))
        return { contents: [{ uri, mimeType: mediaTypeOf({ ...stored, is_text }), text }] }
      } finally {
        leave?.()
      }
    },
  }
}

export function snapshotUri(id: string): string {
  return `gleaner://snapshot/${id}`
}

function toResource(entry: SnapshotEntry) {
  const { id, url, title, output, model, chars, fetched_at } = entry
  const name = (title ?? url).replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed() || url
  const given = output === 'markdown' && !entry.is_text ? 'fields' : output
  const what = model === null ? given : `${model}'s answer from the ${output}`
  return {
    uri: snapshotUri(id),
    name,
    title: name,
    description: `${what} of ${url}, about ${chars} characters`,
    mimeType: mediaTypeOf(entry),
    annotations: { lastModified: fetched_at },
  }
}

/** Returns the media type of the content. Text that is returned unchanged keeps its original type. */
function mediaTypeOf({ output, content_type, model, is_text }: Omit<SnapshotEntry, 'id' | 'chars'>): string {
  if (!is_text) return 'application/json'
  if (model !== null || output === 'text') return 'text/plain'
  if (output === 'clean_html') return 'text/html'
  const received = content_type === null ? 'text/html' : (parseContentType(content_type)?.essence ?? 'text/plain')
  if (isHtml(received)) return output === 'markdown' ? 'text/markdown' : received
  // Other types are documents, which become markdown, just like tables.
  if (output === 'markdown' && (!isTextMedia(received) || tables.test(received))) return 'text/markdown'
  return /^(text\/.+|application\/([^/]+\+)?(json|xml))$/.test(received) ? received : 'text/plain'
}

const tables = /^text\/(?:csv|tab-separated-values)$/
