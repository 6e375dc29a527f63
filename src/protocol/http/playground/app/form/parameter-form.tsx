/** The parameters: the common ones at once, the others folded. Enter sends from every field of one line. */

import { formatNumber } from '../locale/numbers.ts'
import { groupFields } from '../operations/field-groups.ts'
import { chosenOperation, filledIn } from '../session/form-state.ts'
import { send } from '../session/request-state.ts'
import { ParameterField } from './parameter-field.tsx'

export function ParameterForm() {
  const operation = chosenOperation.value
  if (!operation) return null
  const { common, folded } = groupFields(operation)
  const filledFolded = folded.filter(({ name }) => filledIn.value[name]).length
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
      {folded.length > 0 && (
        <details class="fold">
          <summary>
            {formatNumber(folded.length)} more
            {filledFolded > 0 && <span class="badge">{formatNumber(filledFolded)} set</span>}
          </summary>
          {folded.map((field) => (
            <ParameterField key={field.name} field={field} />
          ))}
        </details>
      )}
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        Send
      </button>
    </form>
  )
}
