/** `gleaner explain`: prints what `scrape` keeps as a page's main content, what it drops, and why. */

import type { ExplainResult } from '../../contract/explain.ts'
import type { Registry } from '../../operations/registry.ts'
import type { CommandContext } from './command.ts'
import { runOperationCommand } from './operation-command.ts'

/** Resolves with the exit code. */
export function runExplain(context: CommandContext): Promise<number> {
  return runOperationCommand(context, ({ explain }: Registry) => explain, textOf)
}

const levels: Record<ExplainResult['level'], string> = {
  strict: 'everything that does not read like content was dropped',
  loose: 'too little was left, so less was dropped',
  tags: 'short page: only parts whose tags mark them as something other than content were dropped',
  nothing: 'nothing was dropped, because that would have left nothing',
}

function textOf({ final_url, title, kind, kinds, confidence, level, kept, dropped }: ExplainResult): string {
  const chars = (parts: ExplainResult['kept']) => parts.reduce((sum, part) => sum + part.chars, 0)
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
