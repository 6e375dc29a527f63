/** The parameters: the common ones at once, the others folded. Enter sends from every field of one line. */

import { formatNumber } from '../locale/numbers.ts'
import type { FormField } from '../operations/api-operation.ts'
import { groupFields } from '../operations/field-groups.ts'
import { chosenOperation, filledIn } from '../session/form-state.ts'
import { send } from '../session/request-state.ts'
import { ParameterField } from './parameter-field.tsx'

export function ParameterForm() {
  const operation = chosenOperation.value
  if (!operation) return null
  const { common, folds } = groupFields(operation)
  return (
    <form
      key={operation.name}
      class="parameters"
      aria-label="Parameters"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {common.map((field) => (
        <ParameterField key={field.name} field={field} />
      ))}
      {folds.map(({ title, fields }) => (
        <Fold key={title} title={title} fields={fields} />
      ))}
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        Send
      </button>
    </form>
  )
}

function Fold({ title, fields }: { title: string; fields: readonly FormField[] }) {
  const filled = fields.filter(({ name }) => filledIn.value[name]).length
  return (
    <details class="fold">
      <summary>
        {title} <span class="muted">{formatNumber(fields.length)}</span>
        {filled > 0 && <span class="badge">{formatNumber(filled)} set</span>}
      </summary>
      {fields.map((field) => (
        <ParameterField key={field.name} field={field} />
      ))}
    </details>
  )
}
