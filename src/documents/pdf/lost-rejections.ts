/** Passes over promises that pdf.js forgets: one that fails would end the thread, though most of its documents can be read. */

let open = 0
const passOver = () => {}

/** Runs `read`. What fails meanwhile without anyone to hear of it is pdf.js's: a thread reads one document at a time. */
export async function withLostRejections<Value>(read: () => Promise<Value>): Promise<Value> {
  if (open++ === 0) process.on('unhandledRejection', passOver)
  try {
    return await read()
  } finally {
    // They are told when all that is due has run.
    setImmediate(() => {
      if (--open === 0) process.off('unhandledRejection', passOver)
    })
  }
}
