/** The outcome of a request. */

/** The fields that results share. Each operation adds its own. */
export interface ResultBody {
  [field: string]: unknown
  content?: unknown
  output?: string
  credits_charged?: number
  next_offset?: number | null
  total_chars?: number
  quotes?: readonly Verdict[] | null
}

export interface Verdict {
  quote: string
  match: 'exact' | 'folded' | 'none' | 'unknown'
  /** The place in the page's markdown; null outside the main content. */
  offset: number | null
  chars: number | null
  text: string | null
  url: string | null
  in_main_content: boolean | null
  omitted: readonly string[]
  differences: readonly { quote: string; page: string }[]
}

export interface Success {
  kind: 'success'
  sent: { operation: string; parameters: Readonly<Record<string, string>>; file?: File | null | undefined }
  body: ResultBody
  /** Time until the whole response arrived. */
  durationMs: number
  pieces: number
  /** The markdown in which `quotes` were found, or the reason why it can't be shown. */
  quoted?: { markdown: string } | { failure: Failure }
}

export interface Failure {
  kind: 'failure'
  type: string
  problems: readonly { field: string | null; message: string; type: string }[]
  requestId: string | null
  creditsCharged: number
  /** Seconds to wait before a retry. Null if the service doesn't say. */
  retryAfterS: number | null
}

export type Outcome = Success | Failure

/** Appends the next piece. Joins strings and arrays end to end, and objects key by key. */
export function joinPieces(before: Success, next: Success): Success {
  const { content, next_offset, credits_remaining, credits_charged = 0 } = next.body
  const body: ResultBody = {
    ...before.body,
    content: joinContent(before.body.content, content),
    next_offset,
    credits_remaining,
    credits_charged: (before.body.credits_charged ?? 0) + credits_charged,
  }
  if (typeof body.content_tokens === 'number' && typeof next.body.content_tokens === 'number')
    body.content_tokens += next.body.content_tokens
  return { ...before, body, pieces: before.pieces + 1 }
}

/** Adds the page in which quotes were found. Unless it is a file, its first character is missing, but most pages begin with markup. */
export function withQuotedPage(before: Success, page: Outcome): Success {
  if (page.kind === 'failure') return { ...before, quoted: { failure: page } }
  const rest = String(page.body.content)
  const first = before.body.quotes?.find(({ offset }) => offset === 0)?.text?.[0]
  const start = page.sent.file ? '' : (first ?? (/^#* /.test(rest) ? '#' : rest.startsWith('--\n') ? '-' : '…'))
  const credits_charged = (before.body.credits_charged ?? 0) + (page.body.credits_charged ?? 0)
  const { credits_remaining } = page.body
  return { ...before, body: { ...before.body, credits_charged, credits_remaining }, quoted: { markdown: start + rest } }
}

function joinContent(before: unknown, next: unknown): unknown {
  if (typeof before === 'string') return before + String(next)
  if (Array.isArray(before) && Array.isArray(next)) return [...before, ...next]
  return { ...(before as object), ...(next as object) }
}

/** The figures above a result: status, cost, tokens and time. */
export function figuresOf({ body, durationMs, pieces }: Success): [string, string][] {
  const { input_tokens: read, output_tokens: written } = (body.usage ?? {}) as Record<string, unknown>
  const figures: [string, unknown][] = [
    ['Status', typeof body.status_code === 'number' ? String(body.status_code) : undefined],
    ['Credits', body.credits_charged],
    ['Credits left', body.credits_remaining],
    ['Tokens', body.content_tokens],
    ['Model read', read],
    ['Model wrote', written],
    ['Pieces', pieces > 1 ? pieces : undefined],
    ['Time', `${(durationMs / 1000).toLocaleString(undefined, { maximumFractionDigits: 2 })} s`],
  ]
  return figures.flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'number') return [[name, value.toLocaleString()]]
    return typeof value === 'string' ? [[name, value]] : []
  })
}
