/** Reads the statements in style sheets that aren't style rules: layers and registered properties. */

import type { SheetRule } from './sheet-rules.ts'

export function isStatement({ selectors: [first = '@'] }: SheetRule): boolean {
  return first.startsWith('@')
}

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

const maxLayers = 1000

/** Layers of one tree. A path is a layer's name with the names around it: `theme.base`; empty outside layers. */
class Layers {
  readonly #inside = new Map<string, Set<string>>()
  #ranks: Map<string, number> | null = null

  add(path: string): void {
    if (path === '' || this.#inside.has(path) || this.#inside.size > maxLayers) return
    const around = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    this.add(around)
    const siblings = this.#inside.get(around) ?? new Set()
    this.#inside.set(around, siblings.add(path))
    this.#inside.set(path, new Set())
    this.#ranks = null
  }

  /** A higher rank wins. Rules outside a layer win over the layers inside it. */
  rankOf(path: string): number {
    if (!this.#ranks) {
      const ranks = new Map<string, number>()
      const rank = (layer: string) => {
        for (const inner of this.#inside.get(layer) ?? []) rank(inner)
        ranks.set(layer, ranks.size)
      }
      rank('')
      this.#ranks = ranks
    }
    return this.#ranks.get(path) ?? 0
  }
}
