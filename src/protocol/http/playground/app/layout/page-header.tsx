/** The top of the page: its name, and what is beside the request. */

import { CopyButton } from '../controls/copy-button.tsx'
import { labelOf } from '../operations/labels.ts'
import { writeDeepLink } from '../session/deep-link.ts'
import { chosenOperation, filledIn } from '../session/form-state.ts'
import { apiKey } from '../session/key.ts'
import { openPanel } from '../session/panels.ts'
import { setTheme, theme, themes } from '../session/theme.ts'

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
        <label class="visually-hidden" for="theme">
          Colours
        </label>
        <select
          id="theme"
          class="quiet"
          value={theme.value}
          onChange={({ currentTarget }) => setTheme(themeNamed(currentTarget.value))}
        >
          {themes.map((name) => (
            <option key={name} value={name}>
              {labelOf(name)}
            </option>
          ))}
        </select>
        <button type="button" class={apiKey.value === '' ? 'quiet' : 'quiet on'} onClick={() => openPanel('key')}>
          {apiKey.value === '' ? 'Enter key' : 'Key set'}
        </button>
      </nav>
    </header>
  )
}

const themeNamed = (name: string) => themes.find((one) => one === name) ?? 'system'

function linkToRequest(): string {
  return `${location.origin}${location.pathname}${writeDeepLink(chosenOperation.value?.name ?? '', filledIn.value)}`
}
