/** The bottom of the page: the keys of the keyboard, and the colours. */

import { labelOf } from './operations/labels.ts'
import { setTheme, theme, themes } from './session/theme.ts'

export function PageFooter() {
  return (
    <footer class="page-footer">
      <p class="muted">
        <kbd>/</kbd> goes to the address, <kbd>Enter</kbd> sends, <kbd>Esc</kbd> cancels.
      </p>
      <p>
        <label for="theme">Colours</label>
        <select
          id="theme"
          class="quiet"
          value={theme.value}
          onChange={({ currentTarget }) => setTheme(themes.find((one) => one === currentTarget.value) ?? 'system')}
        >
          {themes.map((name) => (
            <option key={name} value={name}>
              {labelOf(name)}
            </option>
          ))}
        </select>
      </p>
    </footer>
  )
}
