/** The page: the form, the result, and the same request as a curl command. */

import { CopyButton } from './controls/copy-button.tsx'
import { CurlPanel } from './curl-panel.tsx'
import { RequestForm } from './form/request-form.tsx'
import { KeyField } from './key-field.tsx'
import { LinkedKeyDialog } from './linked-key-dialog.tsx'
import { ResultPanel } from './results/result-panel.tsx'
import { writeDeepLink } from './session/deep-link.ts'
import { chosenOperation, filledIn } from './session/form-state.ts'
import { linkedKey } from './session/key.ts'
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
