/** Chooses the parts of a page that a language model reads: all of it, the sections relevant to the prompt, or one part after another. */

import { scoreTexts } from '../../content/relevance/relevance.ts'
import { asksForEverything } from '../prompt/prompt-intent.ts'
import { type Section, splitSections } from './sections.ts'

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

// Tokens per UTF-16 unit for ASCII, for other alphabets, and for writing systems whose characters represent words or syllables.
const asciiCost = 1 / 3.5
const letterCost = 1 / 2
const syllableCost = 1.3

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
    const beside = scores.map((_, at) => neighbourWeight * Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0))
    const withNeighbours = scores.map((score, at) => score + (beside[at] as number))
    const chosen = chooseBest(sections, withNeighbours, budget.tokens)
    return { parts: [join(sections, chosen)], shareRead: shareOf(sections, chosen), isStable: false }
  }
  const totalTokens = budget.tokens * budget.maxParts * packingShare
  const fits = estimateTokens(text) <= totalTokens
  // A score above zero lets every section be chosen. If scores are equal, earlier sections win.
  const aboveZero = scores.map((score) => score + 1e-6)
  const chosen = fits ? sections.map((_, at) => at) : chooseBest(sections, aboveZero, totalTokens)
  const { parts, used } = groupIntoParts(sections, chosen, budget)
  return { parts, shareRead: shareOf(sections, used), isStable: fits }
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

/**
 * Fills parts with sections in order, up to the budget. Every part except the first starts with its first section's lead. `used`: the
 * sections in the parts, without those that don't fit into the last part.
 */
function groupIntoParts(
  sections: readonly Section[],
  chosen: readonly number[],
  { tokens, maxParts }: ReadingBudget,
): { parts: string[]; used: readonly number[] } {
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

/** Estimated tokens, rounded up. The estimate is high, because a budget must hold for every model's tokenizer. */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) tokens += costOf(text.charCodeAt(at))
  return Math.ceil(tokens)
}

/** Length in UTF-16 units of the longest prefix within the budget. Never splits a surrogate pair. */
export function fittingLength(text: string, budgetTokens: number): number {
  let tokens = 0
  for (let at = 0; at < text.length; at++) {
    tokens += costOf(text.charCodeAt(at))
    if (tokens > budgetTokens) return at > 0 && /[\ud800-\udbff]/.test(text.charAt(at - 1)) ? at - 1 : at
  }
  return text.length
}

// U+0E00 starts the Thai block. Most writing systems above it take more than one token per character.
function costOf(code: number): number {
  if (code < 0x80) return asciiCost
  return code < 0x0e00 ? letterCost : syllableCost
}
