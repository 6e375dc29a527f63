/** Chooses the parts of a page that a language model reads: all of it, the sections relevant to the prompt, or one part after another. */

import { scoreTexts } from '../../content/relevance/relevance.ts'
import { asksForEverything } from '../prompt/prompt-intent.ts'
import { type Section, splitSections } from './sections.ts'
import { estimateTokens, fittingLength } from './tokens.ts'

export interface ChosenParts {
  /** One text per model request, in the page's order. */
  parts: string[]
  /** Share of the page's text that the parts contain, from 0 to 1. */
  shareRead: number
  /** True if another prompt about the same page selects the same parts, so that caching them pays off. */
  isStable: boolean
}

export interface ReadingBudget {
  /** Estimated tokens of page text for one model request. */
  tokens: number
  /** Maximum number of model requests. */
  maxParts: number
  /** True if the whole page is relevant, regardless of the prompt. */
  isWhole?: boolean
}

/** Marks omitted sections. */
const gap = '\n\n[… part of the page is left out here …]\n\n'
const gapTokens = estimateTokens(gap)
/** Share of the budget for the start of the page, which says what the page is about. */
const introShare = 0.05
/** A section next to a relevant one often continues it, so it gets this share of its neighbour's score. */
const neighbourWeight = 0.3
/** Parts end at section boundaries, so not every part is full. */
const packingShare = 0.9
/** A part may exceed the budget by this factor, because its last section isn't split. */
const overflowFactor = 1.2

/**
 * Returns the parts of a page that a model reads: the whole page if within the budget, or else the sections relevant to the prompt. The
 * page is read in up to `maxParts` parts if the prompt asks for everything or shares no term with the page, for example because the
 * languages differ.
 * @example
 * chooseParts('Short page', 'What is it?', { tokens: 1000, maxParts: 4 }) // { parts: ['Short page'], shareRead: 1, isStable: true }
 */
export function chooseParts(text: string, prompt: string, budget: ReadingBudget): ChosenParts {
  if (estimateTokens(text) <= budget.tokens) return { parts: [text], shareRead: 1, isStable: true }
  const sections = splitSections(text)
  const scores = scoreTexts(sections, prompt)
  const hasNoMatch = scores.every((score) => score === 0)
  if (!budget.isWhole && !asksForEverything(prompt) && !hasNoMatch) {
    const chosen = chooseBest(sections, withNeighbours(scores), budget.tokens)
    return { parts: [join(sections, chosen)], shareRead: shareOf(sections, chosen), isStable: false }
  }
  const totalTokens = budget.tokens * budget.maxParts * packingShare
  const fits = estimateTokens(text) <= totalTokens
  const chosen = fits ? sections.map((_, at) => at) : chooseBest(sections, withMinimum(scores), totalTokens)
  const { parts, used } = groupIntoParts(sections, chosen, budget)
  return { parts, shareRead: shareOf(sections, used), isStable: fits }
}

function withNeighbours(scores: readonly number[]): number[] {
  return scores.map((score, at) => score + neighbourWeight * Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0))
}

/** Gives every section a score above zero, so that all can be chosen. If scores are equal, earlier sections win. */
function withMinimum(scores: readonly number[]): number[] {
  return scores.map((score) => score + 1e-6)
}

function chooseBest(sections: readonly Section[], scores: readonly number[], budgetTokens: number): number[] {
  const chosen = new Set<number>()
  let left = budgetTokens
  const take = (at: number) => {
    const section = sections[at]
    if (!section || chosen.has(at)) return false
    const cost = estimateTokens(section.text) + estimateTokens(section.lead) + gapTokens
    if (cost > left) return false
    left -= cost
    chosen.add(at)
    return true
  }
  for (let at = 0; at < sections.length && left > budgetTokens * (1 - introShare); at++) if (!take(at)) break
  const ranked = scores.map((score, at) => ({ score, at })).filter(({ score }) => score > 0)
  ranked.sort((a, b) => b.score - a.score || a.at - b.at)
  for (const { at } of ranked) take(at)
  return [...chosen].sort((a, b) => a - b)
}

function join(sections: readonly Section[], chosen: readonly number[]): string {
  return chosen.map((at, i) => separator(sections, at, chosen[i - 1]) + (sections[at]?.text ?? '')).join('')
}

/** Text to insert before a section: empty if the preceding section was chosen too, otherwise the gap and the section's lead. */
function separator(sections: readonly Section[], at: number, before: number | undefined): string {
  if (at === (before ?? -1) + 1) return ''
  const lead = sections[at]?.lead ?? ''
  return `${gap}${lead === '' ? '' : `${lead}\n`}`
}

interface GroupedSections {
  parts: string[]
  /** Indexes of the sections in the parts, except those that don't fit into the last part. */
  used: readonly number[]
}

/** Fills parts with sections in order, up to the budget. Every part except the first starts with its first section's lead. */
function groupIntoParts(
  sections: readonly Section[],
  chosen: readonly number[],
  { tokens, maxParts }: ReadingBudget,
): GroupedSections {
  const parts: string[] = []
  let used = chosen
  let part = ''
  let partTokens = 0
  for (const [i, at] of chosen.entries()) {
    const section = sections[at]
    if (!section) continue
    const cost = estimateTokens(section.text) + 1
    if (partTokens + cost > tokens && part !== '' && parts.length + 1 < maxParts) {
      parts.push(part)
      part = section.lead === '' ? '' : `${section.lead}\n`
      partTokens = estimateTokens(part)
    } else if (partTokens + cost > tokens * overflowFactor && part !== '') {
      used = chosen.slice(0, i)
      break
    } else part += separator(sections, at, i === 0 ? at - 1 : chosen[i - 1])
    part += section.text
    partTokens += cost
  }
  if (part !== '') parts.push(part.slice(0, fittingLength(part, tokens * overflowFactor)))
  return { parts, used }
}

function shareOf(sections: readonly Section[], chosen: readonly number[]): number {
  const all = sections.reduce((sum, { text }) => sum + text.length, 0)
  const read = chosen.reduce((sum, at) => sum + (sections[at]?.text.length ?? 0), 0)
  return all === 0 ? 1 : read / all
}
