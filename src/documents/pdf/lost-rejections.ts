/** Ignores rejections of promises that pdf.js abandons. They would stop the thread, although most affected documents can be read. */

let open = 0
const passOver = () => {}

/** Runs `read`. All unhandled rejections during this time come from pdf.js, because a thread reads only one document at a time. */
export async function withLostRejections<Value>(read: () => Promise<Value>): Promise<Value> {
  if (open++ === 0) process.on('unhandledRejection', passOver)
  try {
    return await read()
  } finally {
    // Rejections are reported only after all pending work has run.
    setImmediate(() => {
      if (--open === 0) process.off('unhandledRejection', passOver)
    })
  }
}
