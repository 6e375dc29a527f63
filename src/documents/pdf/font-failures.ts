/** Counts the fonts that pdf.js couldn't load, and the pages whose text it stopped reading. It reports this only in console warnings. */

const failure = /^Warning: loadFont - \w+ failed|^Warning: Font ".*" is not available\.$/
const cutText = /^Warning: getTextContent - ignoring errors/
const ofPdfjs = /^Warning: /

let open = 0
let failures = 0
let cutTexts = 0
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

/** Returns the number of times that pdf.js stopped reading the text of a page because of an error. */
export const countCutTexts = () => cutTexts

function note(...message: unknown[]): void {
  const text = String(message[0])
  if (failure.test(text)) failures++
  else if (cutText.test(text)) cutTexts++
  else if (!ofPdfjs.test(text)) warn.apply(console, message)
}
