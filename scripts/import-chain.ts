/** Finds the longest import chain, which shows how deeply the sources are layered. */

/** Returns the longest chain, starting at the importing file. `imports` maps each file to the files that it imports, without cycles. */
export function findLongestChain(imports: ReadonlyMap<string, readonly string[]>): string[] {
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
