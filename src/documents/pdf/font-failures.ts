/** Counts the fonts that pdf.js could not load: it leaves their text out, and tells that by a warning on the console alone. */

const failure = /^Warning: loadFont - \w+ failed|^Warning: Font ".*" is not available\.$/
const ofPdfjs = /^Warning: /

let open = 0
let failures = 0
const { warn } = console

/** Runs `read` while warnings of pdf.js are not printed in this thread. Failures of documents that are read at once count for each. */
export async function withFontFailures<Value>(
  read: () => Promise<Value>,
): Promise<{ value: Value; failedFonts: number }> {
  if (open++ === 0) console.warn = note
  const before = failures
  try {
    const value = await read()
    return { value, failedFonts: failures - before }
  } finally {
    if (--open === 0) console.warn = warn
  }
}

function note(...message: unknown[]): void {
  const text = String(message[0])
  if (failure.test(text)) failures++
  else if (!ofPdfjs.test(text)) warn.apply(console, message)
}
