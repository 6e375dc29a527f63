/** The first thing on the page: what to ask, about which address or query, and the button that sends it. */

import { labelOf } from '../operations/labels.ts'
import { chooseOperation, chosenOperation, fieldId, filledIn, fillIn, operations } from '../session/form-state.ts'
import { send } from '../session/request-state.ts'
import { problemOf } from './parameter-field.tsx'

export function AddressBar() {
  const operation = chosenOperation.value
  if (!operation) return null
  const { subject, price } = operation
  const problem = problemOf(subject.name)
  return (
    <search class="ask" aria-label="Request">
      <OperationSwitch />
      <form
        class={problem ? 'address faulty' : 'address'}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <label class="visually-hidden" for={fieldId(subject)}>
          {labelOf(subject.name)}
        </label>
        <input
          id={fieldId(subject)}
          type="text"
          inputMode={subject.name === 'url' ? 'url' : 'search'}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="go"
          placeholder={subject.example || (subject.name === 'url' ? 'https://example.com/' : labelOf(subject.name))}
          aria-invalid={problem !== null}
          aria-describedby="price"
          value={filledIn.value[subject.name] ?? ''}
          onInput={({ currentTarget }) => fillIn({ [subject.name]: currentTarget.value })}
        />
        <span aria-hidden="true">
          <kbd>/</kbd>
        </span>
        <button type="submit" class="primary">
          Send
        </button>
      </form>
      <p class="price muted" id="price">
        {price ? `Costs ${price}.` : operation.title}
      </p>
    </search>
  )
}

function OperationSwitch() {
  const chosen = chosenOperation.value?.name
  return (
    <fieldset class="segments large">
      <legend class="visually-hidden">Operation</legend>
      {operations.value.map(({ name, title }) => (
        <label key={name} title={title}>
          <input type="radio" name="operation" checked={name === chosen} onChange={() => chooseOperation(name)} />
          <span>{labelOf(name)}</span>
        </label>
      ))}
    </fieldset>
  )
}
