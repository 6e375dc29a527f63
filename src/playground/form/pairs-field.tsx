/** An object of names and texts as rows, such as headers and cookies. Values that are secret are masked. */

import { useState } from 'preact/hooks'
import { labelOf } from '../operations/labels.ts'
import { isSecret } from '../operations/secrets.ts'
import { fieldId } from '../session/form-state.ts'
import { type Pair, pairsOf, repeatedName, textOfPairs } from './pairs.ts'

interface PairsFieldProps {
  name: string
  /** The object as JSON; empty without pairs. */
  value: string
  onChange(text: string): void
}

const empty: Pair = { name: '', value: '' }

export function PairsField({ name, value, onChange }: PairsFieldProps) {
  const [typed, setTyped] = useState(() => pairsOf(value))
  // A row that has no name yet is in no text; another text comes from outside.
  const pairs = textOfPairs(typed) === value ? typed : pairsOf(value)
  const label = labelOf(name)
  const repeated = repeatedName(pairs)
  const valueType = isSecret(name) ? ({ type: 'password' } as const) : ({ type: 'text' } as const)
  const set = (row: number, change: Partial<Pair>) => {
    const next = [...pairs, empty].map((pair, place) => (place === row ? { ...pair, ...change } : pair))
    const last = next.findLastIndex((pair) => pair.name !== '' || pair.value !== '')
    setTyped(next.slice(0, last + 1))
    onChange(textOfPairs(next))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand beside the other labels
    <div class="pairs" role="group" id={fieldId({ name })} tabIndex={-1} aria-labelledby={`${fieldId({ name })}-label`}>
      {[...pairs, empty].map((pair, row) => (
        <div class="pair" key={row}>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            placeholder="Name"
            aria-label={`${label}, name ${row + 1}`}
            value={pair.name}
            onInput={({ currentTarget }) => set(row, { name: currentTarget.value })}
          />
          <input
            {...valueType}
            autocomplete="off"
            spellcheck={false}
            placeholder="Value"
            aria-label={`${label}, value ${row + 1}`}
            value={pair.value}
            onInput={({ currentTarget }) => set(row, { value: currentTarget.value })}
          />
        </div>
      ))}
      {repeated !== null && <p class="problem">{repeated} stands in two rows: the last one is sent.</p>}
    </div>
  )
}
