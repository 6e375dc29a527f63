/** Counts the fonts that pdf.js couldn't load. pdf.js omits their text and reports this only in a console warning. */

const failure = /^Warning: loadFont - \w+ failed|^Warning: Font ".*" is not available\.$/
const ofPdfjs = /^Warning: /

let open = 0
let failures = 0
const { warn } = console

/** Runs `read` with pdf.js warnings silenced in this thread. A failure counts against every document that is being read at the time. */
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
