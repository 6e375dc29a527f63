/** The field for the API key. */

import { useState } from 'preact/hooks'
import { SidePanel } from './controls/side-panel.tsx'
import { apiKey, isKey, setKey } from './session/key.ts'
import { panel } from './session/panels.ts'

export function KeyPanel() {
  const [text, setText] = useState(apiKey.value)
  const [isFaulty, setFaulty] = useState(false)
  const close = () => {
    panel.value = null
  }
  return (
    <SidePanel title="API key">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() !== '' && !isKey(text)) return setFaulty(true)
          setKey(text)
          close()
        }}
      >
        <div class={isFaulty ? 'field faulty' : 'field'}>
          <label for="api-key">Key</label>
          <input
            id="api-key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="glnr_…"
            aria-invalid={isFaulty}
            aria-describedby={isFaulty ? 'key-problem' : 'key-hint'}
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value)
              setFaulty(false)
            }}
          />
          {isFaulty && (
            <p class="problem" id="key-problem" role="alert">
              This is not a whole key: it has a space or a sign that no key has.
            </p>
          )}
        </div>
        <p class="muted small" id="key-hint">
          It is kept until this tab is closed, and goes to this service alone. The first start of{' '}
          <code>gleaner serve</code> prints one; <code>gleaner keys create --name NAME</code> makes another.
        </p>
        <p class="buttons">
          <button type="submit" class="primary">
            Use this key
          </button>
          {apiKey.value !== '' && (
            <button
              type="button"
              onClick={() => {
                setKey('')
                close()
              }}
            >
              Forget it
            </button>
          )}
        </p>
      </form>
    </SidePanel>
  )
}
