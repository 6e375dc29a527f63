/** The page: the form, the result, and the same request as a curl command. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { CopyButton } from './controls/copy-button.tsx'
import { RequestForm } from './form/request-form.tsx'
import { curlCommand } from './operations/curl.ts'
import { headersOf, parametersOf, withPlaceholders } from './operations/parameters.ts'
import { ResultPanel } from './results/result-panel.tsx'
import { typeOfFile } from './session/call-service.ts'
import { writeDeepLink } from './session/deep-link.ts'
import { chosenOperation, filledIn, listedUrls, sentFile } from './session/form-state.ts'
import { apiKey, isKey, keyIdOf, linkedKey, setKey } from './session/key.ts'
import { announcement } from './session/request-state.ts'

export function App() {
  return (
    <>
      <header class="page-header">
        <h1>
          <img src="/icon.svg" alt="" width="28" height="28" />
          Gleaner
        </h1>
        <nav aria-label="Service">
          <a href="/docs">Reference</a>
          <CopyButton label="Copy link" text={linkToRequest} />
        </nav>
        <KeyField />
      </header>
      <main>
        <RequestForm />
        <div class="result">
          <ResultPanel />
          <CurlPanel />
        </div>
      </main>
      <p class="visually-hidden" role="status">
        {announcement.value}
      </p>
      {linkedKey.value !== '' && <LinkedKeyDialog />}
    </>
  )
}

function linkToRequest(): string {
  return `${location.origin}${location.pathname}${writeDeepLink(chosenOperation.value?.name ?? '', filledIn.value)}`
}

function CurlPanel() {
  const operation = chosenOperation.value
  if (!operation) return null
  const { name, example } = operation.subject
  const texts = { ...filledIn.value, [name]: filledIn.value[name] || example }
  const parameters = withPlaceholders(parametersOf(operation, texts))
  const file = sentFile.value && { name: sentFile.value.name, type: typeOfFile(sentFile.value) }
  if (file) delete parameters[name]
  const headers = headersOf(operation, texts)
  const [urls, { origin }] = [listedUrls.value, location]
  const command = curlCommand({ operation, parameters, headers, urls, origin, file })
  return (
    <section class="curl" aria-labelledby="curl-title">
      <div class="view-bar">
        <h2 id="curl-title">As a curl command</h2>
        <CopyButton text={() => command} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <pre tabIndex={0}>{command}</pre>
    </section>
  )
}

function KeyField() {
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

function LinkedKeyDialog() {
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
