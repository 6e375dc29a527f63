/** Finds the longest chain of imports: how deep the sources are. */

/** Files from the one that imports to the one that is imported last. `imports` are the files that each file imports, without cycles. */
export function longestChain(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const known = new Map<string, string[]>()
  const from = (path: string): string[] => {
    const found = known.get(path)
    if (found) return found
    const chains = (imports.get(path) ?? []).map(from)
    const deepest = chains.reduce((best, chain) => (chain.length > best.length ? chain : best), [] as string[])
    const chain = [path, ...deepest]
    known.set(path, chain)
    return chain
  }
  return [...imports.keys()].map(from).reduce((best, chain) => (chain.length > best.length ? chain : best), [])
}
