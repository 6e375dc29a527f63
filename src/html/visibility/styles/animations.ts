/** Determines the keyframe at which an animation leaves its element. */

import { evaluate } from './values.ts'

/** A visitor doesn't wait longer for an animation to start or end. */
const maxSeconds = 60

/** The first and last keyframe of an animation, as declarations. */
export interface Keyframes {
  from: string
  to: string
}

/** Declarations that apply while the page is read; null if the animation is unknown or ends without effect. */
export function lastingFrame(
  values: ReadonlyMap<string, string>,
  known: ReadonlyMap<string, Keyframes>,
): string | null {
  const shorthand = (values.get('animation') ?? '').replace(/\([^)]*\)/g, '')
  const words = shorthand.split(/\s+/)
  const own = (name: string) => values.get(`animation-${name}`)
  const has = (name: string, pattern: RegExp) => pattern.test(own(name) ?? shorthand)
  const name = own('name') ?? words.find((word) => known.has(word)) ?? ''
  const frames = known.get(name)
  // Animations that follow scrolling have no end.
  if (!frames || shorthand.includes(',') || (own('timeline') ?? 'auto') !== 'auto') return null
  const times = words.filter((word) => /^-?[\d.]+m?s$/.test(word))
  const duration = seconds(own('duration') ?? times[0])
  const delay = seconds(own('delay') ?? times[1])
  const waits = has('fill-mode', /\b(?:backwards|both)\b/)
  if (has('play-state', /\bpaused\b/)) return delay <= 0 || waits ? frames.from : null
  if (delay > maxSeconds) return waits ? frames.from : null
  if (has('iteration-count', /\binfinite\b/) || duration > maxSeconds)
    return duration > 0 && frames.from === frames.to ? frames.to : null
  if (!has('fill-mode', /\b(?:forwards|both)\b/)) return null
  const count = Number(own('iteration-count') ?? words.find((word) => /^\d+$/.test(word)) ?? 1)
  const isBack = has('direction', /\balternate\b/) && count % 2 === 0
  return isBack !== has('direction', /reverse\b/) ? frames.from : frames.to
}

function seconds(text = '0s'): number {
  const number = Number.parseFloat(text)
  return /\dms$/.test(text) ? number / 1000 : number || (evaluate(text.replace(/m?s\b/g, ''))?.value ?? 0)
}
