/** Asks whether to use the API key that a link has brought. */

import { SidePanel } from './controls/side-panel.tsx'
import { apiKey, keyIdOf, linkedKey, setKey } from './session/key.ts'

export function LinkedKeyPanel() {
  return (
    <SidePanel title="Use the API key from this link?" describedBy="linked-key" onClose={forget}>
      <div id="linked-key" class="question">
        <p>
          This link brings an API key (ID <code>{keyIdOf(linkedKey.value)}</code>). Requests will be charged to it, and
          its owner can read the results.
        </p>
        {apiKey.value !== '' && <p>It replaces the key in this tab{presentId()}.</p>}
        <p>Ignore it unless you trust the person who gave you the link.</p>
      </div>
      <p class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => {
            setKey(linkedKey.value)
            forget()
          }}
        >
          Use this key
        </button>
        <button type="button" onClick={forget}>
          Ignore
        </button>
      </p>
    </SidePanel>
  )
}

function forget(): void {
  linkedKey.value = ''
}

function presentId(): string {
  const id = keyIdOf(apiKey.value)
  return id === null ? '' : ` (ID ${id})`
}
