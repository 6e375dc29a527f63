/** Asks whether to use the API key from a link. */

import { useEffect, useRef } from 'preact/hooks'
import { apiKey, keyIdOf, linkedKey, setKey } from './session/key.ts'

export function LinkedKeyDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const ownId = keyIdOf(apiKey.value)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="linked-key-title" aria-describedby="linked-key" onClose={forget}>
      <h2 id="linked-key-title">Use the API key from this link?</h2>
      <div id="linked-key">
        <p>
          This link contains an API key (ID <code>{keyIdOf(linkedKey.value)}</code>). Requests will be charged to it,
          and its owner can read the results.
        </p>
        {apiKey.value !== '' && <p>It would replace the key in this tab{ownId === null ? '' : ` (ID ${ownId})`}.</p>}
        <p>Ignore it unless you trust the person who gave you the link.</p>
      </div>
      <p class="buttons">
        {/* The first button has the focus, so that pressing Enter by accident doesn't accept the key. */}
        <button type="button" onClick={forget}>
          Ignore
        </button>
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
      </p>
    </dialog>
  )
}

function forget(): void {
  linkedKey.value = ''
}
