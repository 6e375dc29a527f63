/** Finds exports that no other file imports. */

import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { readReferences } from './imports.ts'

/** Files that the build, Vitest and other programs import. */
const entries = /^(?:src\/main\.ts|packages\/.*|test\/runner\/.*|.*\.mjs|.*\.d\.mts)$/

/** Returns one sentence for each unused export. `sources` maps paths to their text. */
export function findUnusedExports(sources: ReadonlyMap<string, string>): string[] {
  const used = new Set(
    [...sources].flatMap(([path, source]) =>
      readReferences(path, source).imports.flatMap(({ specifier, names }) =>
        names.map((name) => `${posix.join(posix.dirname(path), specifier ?? '')} ${name}`),
      ),
    ),
  )
  return [...sources].flatMap(([path, source]) => {
    if (entries.test(path) || used.has(`${path} *`)) return []
    const own = parseSync(path, source).module.staticExports.flatMap((one) => one.entries)
    return own
      .flatMap(({ moduleRequest, exportName: { name } }) => (moduleRequest === null && name !== null ? [name] : []))
      .filter((name) => !used.has(`${path} ${name}`))
      .map((name) => `${path} exports ${name}, which no other file imports`)
  })
}
