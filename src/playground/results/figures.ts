/** The figures above a result: status, cost, tokens and time. */

import type { Success } from '../session/outcome.ts'

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
