/** Finds the names that a function uses but doesn't declare. */

import { type Node, parseSync } from 'oxc-parser'

/** Returns the globals that a function needs: names that its source uses without declaring them, except property names. */
export function findFreeNames(source: string): string[] {
  const { program, errors } = parseSync('function.js', `(${source})`)
  if (errors[0]) throw new Error(errors[0].message)
  const used = new Set<string>()
  const declared = new Set<string>()
  visit(program, used)
  return [...used].filter((name) => !declared.has(name)).sort()

  /** Adds the identifiers below the node to `names`, and those in declaring patterns to `declared`. */
  function visit(value: unknown, names: Set<string>): void {
    if (Array.isArray(value)) for (const item of value) visit(item, names)
    if (typeof value !== 'object' || value === null || !('type' in value)) return
    const node = value as Node & Record<string, unknown>
    if (node.type === 'Identifier') names.add(node.name)
    for (const [name, child] of Object.entries(node)) {
      if (/^(?:property|key|label)$/.test(name) && !node.computed && !node.shorthand) continue
      const isDefault = node.type === 'AssignmentPattern' && name === 'right'
      visit(child, /^(?:id|params|param)$/.test(name) ? declared : isDefault ? used : names)
    }
  }
}
