/** Hashes the inputs of the simulation's tables and plots. A test compares the hash with the one in the document. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const inputs = ['service-times.json', 'simulation.ts', 'studies.ts', 'turns.ts']

export function inputsHash(): string {
  const hash = createHash('sha256')
  for (const name of inputs) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    // Ignores the white space in JSON, which depends on the formatter.
    hash.update(name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text)
  }
  return hash.digest('hex').slice(0, 12)
}
