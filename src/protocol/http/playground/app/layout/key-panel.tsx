/** The field for the API key. */

import { useState } from 'preact/hooks'
import { SidePanel } from '../controls/side-panel.tsx'
import { apiKey, setKey } from '../session/key.ts'
import { panel } from '../session/panels.ts'

export function KeyPanel() {
  const [text, setText] = useState(apiKey.value)
  const close = () => {
    panel.value = null
  }
  return (
    <SidePanel title="API key">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setKey(text)
          close()
        }}
      >
        <div class="field">
          <label for="api-key">Key</label>
          <input
            id="api-key"
            type="password"
            autocomplete="off"
            spellcheck={false}
            placeholder="glnr_…"
            aria-describedby="key-hint"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
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
