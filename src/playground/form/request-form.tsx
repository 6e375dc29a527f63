/** The form for the chosen operation: the URL or query, the most common parameters, and the rest in a collapsible section. */

import type { FormField } from '../operations/read-openapi.ts'
import {
  chooseOperation,
  chosenOperation,
  fieldId,
  filledIn,
  fillIn,
  listedUrls,
  operations,
  sentFile,
} from '../session/form-state.ts'
import { send } from '../session/request-state.ts'
import { FileField } from './file-field.tsx'
import { ParameterField, problemOf } from './parameter-field.tsx'

/** The service lists the most common parameters first. */
const fieldsAtOnce = 6

export function RequestForm() {
  const operation = chosenOperation.value
  if (!operation) return null
  const { name, fields } = operation
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <search class="ask" aria-label="Request">
        <OperationChoice chosen={name} />
        <Subject field={operation.subject} />
        {operation.filePath && <FileField />}
        <p class="muted small">
          {operation.price ? `Costs ${operation.price}${listedUrls.value ? ' for each URL' : ''}.` : operation.title}
        </p>
      </search>
      <div class="parameters" key={name}>
        {fields.slice(0, fieldsAtOnce).map((field) => (
          <ParameterField key={field.name} field={field} />
        ))}
        <MoreParameters fields={fields.slice(fieldsAtOnce)} />
      </div>
    </form>
  )
}

function OperationChoice({ chosen }: { chosen: string }) {
  return (
    <fieldset class="operations">
      <legend class="visually-hidden">Operation</legend>
      {operations.value.map(({ name, title }) => (
        <label key={name} title={title}>
          <input type="radio" name="operation" checked={name === chosen} onChange={() => chooseOperation(name)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

function Subject({ field }: { field: FormField }) {
  const id = fieldId(field)
  const hasFile = sentFile.value !== null
  const takesList = !hasFile && chosenOperation.value?.batchPath !== null
  const isList = listedUrls.value !== null
  const value = filledIn.value[field.name] ?? ''
  const common = {
    id,
    value,
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    'aria-invalid': problemOf(field.name) !== null,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => fillIn(field.name, currentTarget.value),
  } as const
  const fillInList = (text: string) => {
    fillIn(field.name, text)
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <div class="subject">
      <label for={id}>{isList ? 'urls' : field.name}</label>
      {isList ? (
        <textarea {...common} rows={5} placeholder="One URL per line" />
      ) : (
        <input
          {...common}
          type="text"
          inputMode={field.name === 'url' ? 'url' : 'search'}
          enterkeyhint="go"
          placeholder={field.example}
          disabled={hasFile}
          onPaste={(event) => {
            const text = (event.clipboardData?.getData('text') ?? '').trim().replace(/\s*[\r\n]\s*/g, '\n')
            if (!takesList || !text.includes('\n')) return
            event.preventDefault()
            fillInList(text)
          }}
        />
      )}
      {takesList && !isList && (
        <button type="button" onClick={() => fillInList(`${value}\n`)}>
          List
        </button>
      )}
      <button type="submit" class="primary">
        Send
      </button>
    </div>
  )
}

function MoreParameters({ fields }: { fields: readonly FormField[] }) {
  if (fields.length === 0) return null
  const setCount = fields.filter(({ name }) => filledIn.value[name]).length
  const isFaulty = fields.some(({ name }) => problemOf(name) !== null)
  return (
    <details class="more" open={isFaulty || undefined}>
      <summary>
        {fields.length} more parameters{setCount > 0 && `, ${setCount} set`}
      </summary>
      {fields.map((field) => (
        <ParameterField key={field.name} field={field} />
      ))}
    </details>
  )
}
