/** A file to read instead of a URL, chosen with a button or dropped anywhere on the page. */

import { chooseFile, sentFile } from '../session/form-state.ts'

/** Takes files that are dropped, also while another operation is chosen. */
export function acceptDrops(): void {
  const { body } = document
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    body.classList.toggle('dropping', event.type === 'dragover')
    if (event.type === 'drop') choose(event.dataTransfer.files)
  }
  for (const type of ['dragover', 'dragleave', 'drop'] as const) body.addEventListener(type, onDrag)
}

export function FileField() {
  const file = sentFile.value
  if (!file)
    return (
      <p class="muted small">
        <label class="file">
          Choose a file
          <input type="file" class="visually-hidden" onChange={({ currentTarget }) => choose(currentTarget.files)} />
        </label>{' '}
        or drop it here to read it instead of a URL.
      </p>
    )
  return (
    <p class="small">
      <span class="breakable">
        Reads <strong>{file.name}</strong> ({Math.ceil(file.size / 1024).toLocaleString()} KiB) instead of a URL.
      </span>{' '}
      <button type="button" class="quiet" onClick={() => chooseFile(null)}>
        Remove
      </button>
    </p>
  )
}

function choose(files: FileList | null): void {
  chooseFile(files?.[0] ?? null)
  document.querySelector<HTMLElement>('.subject .primary')?.focus()
}
