/** Which parts of a page is the model given to read? All of it where it fits, else what has to do with the prompt, else part by part. */

import { wantsEverything } from '../prompt/prompt-intent.ts'
import { scoreSections } from './relevance.ts'
import { type Section, splitSections } from './sections.ts'
import { estimateTokens, fittingLength } from './tokens.ts'

export interface Choice {
  /** One text for each question to the model, in the page's order. */
  parts: string[]
  /** How much of the page stands in them, 0 to 1. */
  shareRead: number
  /** Whether the same page with another prompt gives the same parts. */
  isStable: boolean
}

export interface Budget {
  /** About how many tokens one question may hold of the page. */
  tokens: number
  /** Questions at most. */
  maxParts: number
}

/** Between pieces that do not follow each other. */
const gap = '\n\n[… a part of the page is left out here …]\n\n'
/** Of the budget: what a page says first says what it is about. */
const introShare = 0.05
/** What stands beside a piece that answers often belongs to the answer. */
const neighbourWeight = 0.3

/**
 * A page beyond the budget is read by what has to do with the prompt. Where the prompt asks for everything, or none of its
 * words occurs (it may be in another language), all of it is read in parts, as many as there may be.
 */
export function chooseParts(text: string, prompt: string, budget: Budget): Choice {
  if (estimateTokens(text) <= budget.tokens) return { parts: [text], shareRead: 1, isStable: true }
  const sections = splitSections(text)
  const scores = scoreSections(sections, prompt)
  const isLost = scores.every((score) => score === 0)
  if (!wantsEverything(prompt) && !isLost) {
    const chosen = pick(sections, withNeighbours(scores), budget.tokens)
    return { parts: [join(sections, chosen)], shareRead: shareOf(sections, chosen), isStable: false }
  }
  const most = budget.tokens * budget.maxParts * packing
  const all = estimateTokens(text) <= most
  const chosen = all ? sections.map((_, at) => at) : pick(sections, withFloor(scores), most)
  const { parts, taken } = group(sections, chosen, budget)
  return { parts, shareRead: shareOf(sections, taken), isStable: all }
}

/** Parts end at the end of a piece: not every one is full. */
const packing = 0.9

function withNeighbours(scores: readonly number[]): number[] {
  return scores.map((score, at) => score + neighbourWeight * Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0))
}

/** Where everything counts, nothing is worth nothing; earlier pieces come first among equals. */
function withFloor(scores: readonly number[]): number[] {
  return scores.map((score) => score + 1e-6)
}

/** Places of the beginning and of the best pieces within the budget, in the page's order. */
function pick(sections: readonly Section[], scores: readonly number[], budgetTokens: number): number[] {
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

const gapTokens = estimateTokens(gap)

function join(sections: readonly Section[], chosen: readonly number[]): string {
  return chosen.map((at, i) => joint(sections, at, chosen[i - 1]) + (sections[at]?.text ?? '')).join('')
}

/** What goes before a piece: nothing where it follows the one before, else the gap and its lead. */
function joint(sections: readonly Section[], at: number, before: number | undefined): string {
  if (at === (before ?? -1) + 1) return ''
  const lead = sections[at]?.lead ?? ''
  return `${gap}${lead === '' ? '' : `${lead}\n`}`
}

interface Grouped {
  parts: string[]
  /** Places of the pieces that they hold: those that the last part has no room for are left out. */
  taken: readonly number[]
}

/** Pieces one after the other into parts within the budget; the lead stands at the head of each part. */
function group(sections: readonly Section[], chosen: readonly number[], { tokens, maxParts }: Budget): Grouped {
  const parts: string[] = []
  let taken = chosen
  let part = ''
  let used = 0
  for (const [i, at] of chosen.entries()) {
    const section = sections[at]
    if (!section) continue
    const cost = estimateTokens(section.text) + 1
    if (used + cost > tokens && part !== '' && parts.length + 1 < maxParts) {
      parts.push(part)
      part = section.lead === '' ? '' : `${section.lead}\n`
      used = estimateTokens(part)
    } else if (used + cost > tokens * 1.2 && part !== '') {
      taken = chosen.slice(0, i)
      break
    } else part += joint(sections, at, i === 0 ? at - 1 : chosen[i - 1])
    part += section.text
    used += cost
  }
  if (part !== '') parts.push(part.slice(0, fittingLength(part, tokens * 1.2)))
  return { parts, taken }
}

function shareOf(sections: readonly Section[], chosen: readonly number[]): number {
  const all = sections.reduce((sum, { text }) => sum + text.length, 0)
  const read = chosen.reduce((sum, at) => sum + (sections[at]?.text.length ?? 0), 0)
  return all === 0 ? 1 : read / all
}
