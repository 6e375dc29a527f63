/** `gleaner explain`: what scrape keeps of a page, what it drops, and why. */

import { randomUUID } from 'node:crypto'
import type { Operation } from '../../contract/operation.ts'
import { parseInput } from '../../contract/parse-input.ts'
import { ServiceError } from '../../errors.ts'
import type { Explain, Explained, ExplainInput } from '../../operations/explain.ts'
import { coerceParameters } from '../coerce.ts'
import { parseFlags } from './flags.ts'
import { helpFor, tellFailure } from './operation-command.ts'

export interface ExplainCommand {
  scrape: Operation
  explain: Explain
  argv: readonly string[]
  signal: AbortSignal
  out(text: string): void
  err(text: string): void
}

/** Resolves with the exit code, as `gleaner scrape` has them. */
export async function runExplain({ scrape, explain, argv, signal, out, err }: ExplainCommand): Promise<number> {
  const operation: Operation = {
    ...scrape,
    title: 'What scrape keeps of a page as its main content, what it drops, and why',
    input: scrape.input.pick({ url: true, render_js: true, timeout_ms: true } as never),
    rules: [],
    priceText: 'Free',
  }
  const flags = parseFlags(operation, argv)
  if (flags.help) {
    out(helpFor(operation, 'explain'))
    return 0
  }
  const { raw, faulty } = coerceParameters(operation, flags.parameters)
  try {
    const input = parseInput(operation, raw, faulty) as unknown as ExplainInput
    const explained = await explain(input, signal)
    out(flags.json ? `${JSON.stringify(explained)}\n` : textOf(explained))
    return 0
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return tellFailure(error, { json: flags.json, requestId: randomUUID(), out, err })
  }
}

const levels: Record<Explained['level'], string> = {
  strict: 'all that reads unlike content was dropped',
  loose: 'too little was left: less was dropped',
  tags: 'a short page: only what its tags set apart was dropped',
  nothing: 'nothing was dropped: nothing else would be left',
}

function textOf({ final_url, title, kind, kinds, confidence, level, kept, dropped }: Explained): string {
  const chars = (parts: Explained['kept']) => parts.reduce((sum, part) => sum + part.chars, 0)
  const others = Object.entries(kinds)
    .filter(([name, chance]) => name !== kind && chance >= 0.1)
    .map(([name, chance]) => `${name} ${chance.toFixed(2)}`)
  const lines = [
    final_url,
    ...(title === null ? [] : [`title: ${title}`]),
    `kind: ${kind ?? 'none'}${kind === null ? '' : ` ${(kinds[kind] ?? 0).toFixed(2)}`}${others.length > 0 ? ` (or ${others.join(', ')})` : ''}`,
    `confidence: ${confidence.toFixed(2)}`,
    `pruning: ${level} (${levels[level]})`,
  ]
  for (const [name, parts] of [['kept', kept] as const, ['dropped', dropped] as const]) {
    lines.push('', `${name}: ${parts.length} part${parts.length === 1 ? '' : 's'}, ${chars(parts)} characters`)
    for (const { where, reason, chance, chars, text } of parts) {
      lines.push(`  ${chance.toFixed(2)}  ${reason}; ${chars} characters`, `        ${where}`, `        ${text}`)
    }
  }
  return `${lines.join('\n')}\n`
}
