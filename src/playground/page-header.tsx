/** The top of the page: its name, and what is beside the request. */

import { CopyButton } from './controls/copy-button.tsx'
import { writeDeepLink } from './session/deep-link.ts'
import { chosenOperation, filledIn } from './session/form-state.ts'
import { apiKey } from './session/key.ts'
import { openPanel } from './session/panels.ts'

export function PageHeader() {
  return (
    <header class="page-header">
      <h1>
        <img src="/icon.svg" alt="" width="28" height="28" /> Gleaner
      </h1>
      <nav aria-label="Service">
        <a href="/docs">Reference</a>
        <CopyButton label="Copy link" text={linkToRequest} />
        <button type="button" class="quiet" onClick={() => openPanel('history')}>
          History
        </button>
        <button type="button" class={apiKey.value === '' ? 'quiet' : 'quiet on'} onClick={() => openPanel('key')}>
          {apiKey.value === '' ? 'Enter key' : 'Key set'}
        </button>
      </nav>
    </header>
  )
}

function linkToRequest(): string {
  return `${location.origin}${location.pathname}${writeDeepLink(chosenOperation.value?.name ?? '', filledIn.value)}`
}
