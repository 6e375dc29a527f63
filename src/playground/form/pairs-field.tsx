/** Edits an object of strings, such as headers or cookies, as rows of names and values. Secret values are masked. */

import { useState } from 'preact/hooks'
import { isSecret, type Pair, pairsOf, textOfPairs } from '../operations/parameters.ts'
import { fieldId } from '../session/form-state.ts'

interface PairsFieldProps {
  name: string
  /** The object as JSON. Empty if there are no pairs. */
  value: string
  onChange(text: string): void
}

const empty: Pair = { name: '', value: '' }

export function PairsField({ name, value, onChange }: PairsFieldProps) {
  const [typed, setTyped] = useState(() => pairsOf(value))
  // The JSON omits rows without a name. If it differs in any other way, it comes from a link.
  const pairs = [...(textOfPairs(typed) === value ? typed : pairsOf(value)), empty]
  const valueType = isSecret(name) ? ({ type: 'password' } as const) : ({ type: 'text' } as const)
  const set = (row: number, change: Partial<Pair>) => {
    const next = pairs.map((pair, place) => (place === row ? { ...pair, ...change } : pair))
    const last = next.findLastIndex((pair) => pair.name !== '' || pair.value !== '')
    setTyped(next.slice(0, last + 1))
    onChange(textOfPairs(next))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be laid out like the other labels
    <div class="pairs" role="group" aria-labelledby={`${fieldId({ name })}-label`}>
      {pairs.flatMap((pair, row) =>
        (['name', 'value'] as const).map((part) => (
          <input
            key={`${part} ${row}`}
            {...(part === 'value' ? valueType : { type: 'text' as const })}
            autocomplete="off"
            spellcheck={false}
            placeholder={part}
            aria-label={`${name}, ${part} ${row + 1}`}
            value={pair[part]}
            onInput={({ currentTarget }) => set(row, { [part]: currentTarget.value })}
          />
        )),
      )}
    </div>
  )
}
