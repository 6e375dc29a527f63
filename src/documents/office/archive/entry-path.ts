/** Paths inside an archive. */

/** Resolves `../media/1.png` in `ppt/slides/` to `ppt/media/1.png`. `/ppt/a.xml` is relative to the root, which paths can't leave. */
export function entryPath(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

/** Returns `ppt/slides/` for `ppt/slides/slide1.xml`; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
