/** Reads the statements of sheets that aren't style rules: layers and keyframes. */

import type { Keyframes } from './animations.ts'
import { Layers } from './layers.ts'
import type { SheetRule } from './sheet-rules.ts'

export function isStatement({ selectors: [first = '@'] }: SheetRule): boolean {
  return first.startsWith('@')
}

/** The statements of one tree's sheets. */
export class Statements {
  readonly layers = new Layers()
  readonly keyframes = new Map<string, Keyframes>()

  constructor(rules: readonly SheetRule[]) {
    for (const rule of rules) {
      if (rule.layer !== undefined) this.layers.add(rule.layer)
      if (isStatement(rule)) this.#read(rule)
    }
  }

  #read({ selectors: [first = '', ...steps], declarations }: SheetRule): void {
    const [, name] = /^@keyframes (.*)$/s.exec(first) ?? []
    if (name === undefined) return
    const frames = this.keyframes.get(name)
    if (!frames || steps.length === 0) this.keyframes.set(name, { from: '', to: '' })
    else for (const step of steps) frames[step as keyof Keyframes] += `;${declarations}`
  }
}
