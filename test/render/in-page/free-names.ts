/** Finds what a function takes from outside itself. */

import { type Node, parseSync } from 'oxc-parser'

/** Names that the source of a function uses and does not declare: the globals that it needs. Property names are none. */
export function findFreeNames(source: string): string[] {
  const { program, errors } = parseSync('function.js', `(${source})`)
  if (errors[0]) throw new Error(errors[0].message)
  const used = new Set<string>()
  const declared = new Set<string>()
  visit(program, used)
  return [...used].filter((name) => !declared.has(name)).sort()

  /** Adds the identifiers below the node to `names`; those of patterns that declare something go to `declared`. */
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
