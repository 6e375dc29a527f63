/** The form field for one parameter, chosen by its kind. */

import { useState } from 'preact/hooks'
import { isSecret, type Pair, pairsOf, parsedOr, textOfPairs } from '../operations/parameters.ts'
import type { FormField } from '../operations/read-openapi.ts'
import { fieldId, filledIn, fillIn } from '../session/form-state.ts'
import { outcome } from '../session/request-state.ts'

export function ParameterField({ field }: { field: FormField }) {
  const { name, kind, description } = field
  const problem = problemOf(name)
  const id = fieldId(field)
  const isGroup = kind === 'choices' || kind === 'pairs'
  return (
    <div class={problem === null ? 'field' : 'field faulty'} data-kind={kind}>
      {isGroup ? <span id={`${id}-label`}>{name}</span> : <label for={id}>{name}</label>}
      <Control field={field} isFaulty={problem !== null} />
      {problem !== null && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <details class="hint">
        <summary aria-label={`About ${name}`}>?</summary>
        <p>{description}</p>
      </details>
    </div>
  )
}

function Control({ field, isFaulty }: { field: FormField; isFaulty: boolean }) {
  const { name, kind, choices, defaultText, example } = field
  const value = filledIn.value[name] ?? ''
  const set = (text: string) => fillIn(name, text === defaultText ? '' : text)
  const common = {
    id: fieldId(field),
    'aria-invalid': isFaulty,
    'aria-describedby': isFaulty ? `${fieldId(field)}-problem` : undefined,
    autocomplete: 'off',
  } as const
  switch (kind) {
    case 'boolean': {
      const isOn = (value || defaultText) === 'true'
      return <input {...common} type="checkbox" checked={isOn} onChange={() => set(String(!isOn))} />
    }
    case 'enum':
      return (
        <select {...common} value={value || defaultText} onChange={({ currentTarget }) => set(currentTarget.value)}>
          {defaultText === '' && <option value="">default</option>}
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      )
    case 'choices':
      return <Choices field={field} value={value} onChange={set} />
    case 'pairs':
      return <PairsField name={name} value={value} onChange={set} />
    case 'lines':
    case 'json':
    case 'long text': {
      const [shown, read] = kind === 'lines' ? [linesOf, listOf] : [String, String]
      return (
        <textarea
          {...common}
          rows={kind === 'json' ? 4 : 2}
          spellcheck={kind !== 'json'}
          placeholder={shown(example)}
          value={shown(value)}
          onInput={({ currentTarget }) => set(read(currentTarget.value))}
        />
      )
    }
    default:
      return (
        <input
          {...common}
          type="text"
          inputMode={kind === 'number' ? 'numeric' : 'text'}
          spellcheck={false}
          placeholder={defaultText || example}
          value={value}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )
  }
}

function linesOf(list: string): string {
  const parsed = parsedOr(list)
  return Array.isArray(parsed) ? parsed.join('\n') : list
}

function listOf(lines: string): string {
  return lines === '' ? '' : JSON.stringify(lines.split('\n'))
}

function Choices({ field, value, onChange }: { field: FormField; value: string; onChange(text: string): void }) {
  const parsed = parsedOr(value)
  const chosen = Array.isArray(parsed) ? parsed.map(String) : value.split(',')
  const toggle = (choice: string) => {
    const next = field.choices.filter((one) => chosen.includes(one) !== (one === choice))
    onChange(next.length === 0 ? '' : JSON.stringify(next))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't be laid out like the other labels
    <div class="choices" role="group" aria-labelledby={`${fieldId(field)}-label`}>
      {field.choices.map((choice) => (
        <label key={choice}>
          <input type="checkbox" checked={chosen.includes(choice)} onChange={() => toggle(choice)} /> {choice}
        </label>
      ))}
    </div>
  )
}

interface PairsFieldProps {
  name: string
  /** The object as JSON. Empty if there are no pairs. */
  value: string
  onChange(text: string): void
}

const empty: Pair = { name: '', value: '' }

/** Edits an object of strings, such as headers or cookies, as rows of names and values. Secret values are masked. */
function PairsField({ name, value, onChange }: PairsFieldProps) {
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

/** Returns the error message for this field from the last response. */
export function problemOf(name: string): string | null {
  const last = outcome.value
  if (last?.kind !== 'failure') return null
  return last.problems.find(({ field }) => field === name)?.message ?? null
}
