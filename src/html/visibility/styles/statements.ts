/** Reads the statements of sheets that aren't style rules: layers and registered properties. */

import { Layers } from './layers.ts'
import type { SheetRule } from './sheet-rules.ts'

export function isStatement({ selectors: [first = '@'] }: SheetRule): boolean {
  return first.startsWith('@')
}

/** The statements of one tree's sheets. */
export class Statements {
  readonly layers = new Layers()
  /** Custom properties that `@property` registers. Their values count as unknown, because they may not be inherited. */
  readonly registered = new Set<string>()

  constructor(rules: readonly SheetRule[]) {
    for (const { layer, selectors } of rules) {
      if (layer !== undefined) this.layers.add(layer)
      const [, name] = /^@property (.*)$/s.exec(selectors[0] ?? '') ?? []
      if (name !== undefined) this.registered.add(name)
    }
  }
}
