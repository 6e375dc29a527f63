/** The field for the API key. */

import { useState } from 'preact/hooks'
import { apiKey, isKey, setKey } from './session/key.ts'

export function KeyField() {
  const [faulty, setFaulty] = useState('')
  const set = (text: string) => {
    const isUsable = text.trim() === '' || isKey(text)
    setFaulty(isUsable ? '' : text)
    if (isUsable) setKey(text)
  }
  return (
    <div class="key-field">
      <label for="api-key">API key</label>
      <input
        id="api-key"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder="glnr_…"
        aria-invalid={faulty !== ''}
        aria-describedby="about-key"
        value={faulty || apiKey.value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <p id="about-key" class={faulty ? 'problem' : 'muted small'} role={faulty ? 'alert' : undefined}>
        {faulty
          ? 'This is not a valid key: it contains a character that keys never contain.'
          : 'Kept until this tab is closed, and sent only to this service.'}
      </p>
    </div>
  )
}
