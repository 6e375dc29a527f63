/** What the tables and plots of the simulation depend on, as a short text: a test compares it with what the document was made of. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const inputs = ['service-times.json', 'simulation.ts', 'studies.ts', 'turns.ts']

export function inputsHash(): string {
  const hash = createHash('sha256')
  for (const name of inputs) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    // Its layout is the formatter's affair.
    hash.update(name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text)
  }
  return hash.digest('hex').slice(0, 12)
}
