/** Reads the statements of sheets that aren't style rules: layers, keyframes and registered properties. */

import type { Keyframes } from './animations.ts'
import { Layers } from './layers.ts'
import type { SheetRule } from './sheet-rules.ts'
import { RegisteredProperty } from './variables.ts'

export function isStatement({ selectors: [first = '@'] }: SheetRule): boolean {
  return first.startsWith('@')
}

/** The statements of one tree's sheets. */
export class Statements {
  readonly layers = new Layers()
  readonly keyframes = new Map<string, Keyframes>()
  readonly registered = new Map<string, RegisteredProperty>()

  constructor(rules: readonly SheetRule[]) {
    for (const rule of rules) {
      if (rule.layer !== undefined) this.layers.add(rule.layer)
      if (isStatement(rule)) this.#read(rule)
    }
  }

  #read({ selectors: [first = '', ...steps], declarations }: SheetRule): void {
    const [, kind, name = ''] = /^@(property|keyframes) (.*)$/s.exec(first) ?? []
    if (kind === 'property') this.registered.set(name, new RegisteredProperty(declarations))
    if (kind !== 'keyframes') return
    const frames = this.keyframes.get(name)
    if (!frames || steps.length === 0) this.keyframes.set(name, { from: '', to: '' })
    else for (const step of steps) frames[step as keyof Keyframes] += `;${declarations}`
  }
}
