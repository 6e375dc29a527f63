/** One parameter as a field, by its kind: a switch, a choice, a number, a text, JSON. */

import { useState } from 'preact/hooks'
import type { FormField } from '../operations/api-operation.ts'
import { labelOf } from '../operations/labels.ts'
import { fieldId, filledIn, fillIn } from '../session/form-state.ts'
import { outcome } from '../session/request-state.ts'
import { jsonProblem } from './json-problem.ts'
import { PairsField } from './pairs-field.tsx'

interface ParameterFieldProps {
  field: FormField
}

export function ParameterField({ field }: ParameterFieldProps) {
  const { name, kind, description, bounds } = field
  // What is being typed is rarely JSON before its end: it is looked at when the field is left.
  const [left, setLeft] = useState('')
  const value = filledIn.value[name] ?? ''
  const problem = problemOf(name) ?? (kind === 'json' && left === value ? jsonProblem(value) : null)
  const id = fieldId(field)
  const says = describedBy(field, problem)
  return (
    <div class={`field kind-${kind.replaceAll(' ', '-')}${problem ? ' faulty' : ''}`}>
      {kind === 'choices' || kind === 'pairs' ? (
        <span id={`${id}-label`} class="label">
          {labelOf(name)}
        </span>
      ) : (
        <label for={id}>{labelOf(name)}</label>
      )}
      <Control field={field} isFaulty={problem !== null} describedBy={says} onLeave={() => setLeft(value)} />
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      <details class="hint">
        <summary aria-label={`About ${labelOf(name)}`}>?</summary>
        <p>
          <code>{name}</code> {description} {bounds && <span class="muted">{bounds}.</span>}
        </p>
      </details>
    </div>
  )
}

interface ControlProps extends ParameterFieldProps {
  isFaulty: boolean
  describedBy: string | undefined
  onLeave(): void
}

function Control({ field, isFaulty, describedBy, onLeave }: ControlProps) {
  const { name, kind, choices, defaultText, example } = field
  const value = filledIn.value[name] ?? ''
  const set = (text: string) => fillIn({ [name]: text === defaultText ? null : text })
  const common = {
    id: fieldId(field),
    'aria-invalid': isFaulty,
    'aria-describedby': describedBy,
    autocomplete: 'off',
  } as const
  const placeholder = example || defaultText
  if (kind === 'boolean') {
    const isOn = (value || defaultText) === 'true'
    return <input {...common} type="checkbox" class="switch" checked={isOn} onChange={() => set(String(!isOn))} />
  }
  if (kind === 'enum') {
    return (
      <select {...common} value={value || defaultText} onChange={({ currentTarget }) => set(currentTarget.value)}>
        {defaultText === '' && <option value="">default</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'choices') return <Choices field={field} value={value} onChange={set} />
  if (kind === 'pairs') return <PairsField name={name} value={value} onChange={set} />
  if (kind === 'long text' || kind === 'json') {
    return (
      <textarea
        {...common}
        rows={kind === 'json' ? linesOf(value || example) : 2}
        spellcheck={kind === 'long text'}
        class={kind === 'json' ? 'code' : ''}
        placeholder={kind === 'json' ? example || '{ }' : placeholder}
        value={value}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        onBlur={onLeave}
      />
    )
  }
  const isNumber = kind === 'integer' || kind === 'number'
  return (
    <input
      {...common}
      type="text"
      inputMode={isNumber ? 'numeric' : 'text'}
      spellcheck={false}
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

/** How many lines a field of JSON shows. */
const linesOf = (text: string) => Math.min(12, Math.max(3, text.split('\n').length))

interface ChoicesProps extends ParameterFieldProps {
  value: string
  onChange(text: string): void
}

/** Several of a list, as JSON in the order of the list. */
function Choices({ field, value, onChange }: ChoicesProps) {
  const chosen = listOf(value)
  const toggle = (choice: string) => {
    const next = field.choices.filter((one) => (one === choice ? !chosen.includes(one) : chosen.includes(one)))
    onChange(next.length === 0 ? '' : JSON.stringify(next))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend can't stand beside the other labels
    <div class="choices" role="group" id={fieldId(field)} tabIndex={-1} aria-labelledby={`${fieldId(field)}-label`}>
      {field.choices.map((choice) => (
        <label key={choice}>
          <input type="checkbox" checked={chosen.includes(choice)} onChange={() => toggle(choice)} />
          <span>{choice}</span>
        </label>
      ))}
    </div>
  )
}

function listOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.map(String) : []
  } catch {
    return text.split(',').filter((part) => part !== '')
  }
}

/** What the last request said of the field. */
export function problemOf(name: string): string | null {
  const last = outcome.value
  if (last?.kind !== 'failure') return null
  return last.problems.find(({ field }) => field === name)?.message ?? null
}

function describedBy(field: FormField, problem: string | null): string | undefined {
  return problem === null ? undefined : `${fieldId(field)}-problem`
}
