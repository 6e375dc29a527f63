#!/usr/bin/env bash
# Node 24.21.0 (npm's `node` package) on Linux, seen on 2026-11-30.
#
# `os.setPriority` is documented as setting the priority of a process. On Linux it sets that of one thread, as the kernel's setpriority(2)
# does: that of the calling thread. V8's threads, which collect garbage and compile, and
# libuv's threads keep the priority that they started with, and so do worker threads. Called in a worker, it changes only that worker.
# `os.getPriority` reports one thread too, so it confirms the change. Threads that start later have the priority of the thread that starts
# them.
#
# Why it matters: a process that gives way to others in this way still collects its garbage at full priority. That was about half of the CPU
# time of a process that read large pages here. To change every thread, call `os.setPriority` with the id of each thread in /proc/self/task.
#
# Output:
#   after setPriority(1): main 1, worker 0, libuv 0, V8 0 0 0 0
#   getPriority() reports 1
#   a worker called setPriority(2): main 1, worker 2, libuv 0, V8 0 0 0 0
#   a worker that starts now: 1
#   each thread in /proc/self/task set to 3: main 3, worker 3, libuv 3, V8 3 3 3 3
# The script needs a `nice` value of at most 16.
set -euo pipefail
script=$(realpath "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset NODE_OPTIONS
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node@24.21.0 >/dev/null
cat >priority.cjs <<'JS'
const { readdirSync, readFileSync, promises } = require('node:fs')
const os = require('node:os')
const { Worker } = require('node:worker_threads')
const start = os.getPriority()
const ids = () => readdirSync('/proc/self/task')
/** Nice value of a thread, as a difference from that of this process at its start. */
function niceOf(id) {
  const stat = readFileSync(`/proc/self/task/${id}/stat`, 'latin1')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]) - start
}
const nameOf = (id) => readFileSync(`/proc/self/task/${id}/comm`, 'latin1').trim()
async function openWorker() {
  const before = ids()
  const worker = new Worker(
    "const os = require('node:os'), { parentPort } = require('node:worker_threads'); parentPort.on('message', (nice) => { os.setPriority(nice); parentPort.postMessage('set') }); parentPort.postMessage('ready')",
    { eval: true },
  )
  await new Promise((resolve) => worker.once('message', resolve))
  const thread = ids().find((id) => !before.includes(id) && /worker/i.test(nameOf(id)) && !/v8|libuv/i.test(nameOf(id)))
  return { worker, thread }
}
async function main() {
  const { worker, thread } = await openWorker()
  await promises.readFile(__filename) // This starts libuv's threads.
  const named = (part) => ids().filter((id) => nameOf(id).toLowerCase().includes(part))
  const show = (what) =>
    console.log(
      `${what}: main ${niceOf(process.pid)}, worker ${niceOf(thread)}, libuv ${niceOf(named('libuv')[0])}, V8 ${named('v8').map(niceOf).join(' ')}`,
    )
  os.setPriority(start + 1)
  show('after setPriority(1)')
  console.log(`getPriority() reports ${os.getPriority() - start}`)
  const set = new Promise((resolve) => worker.once('message', resolve))
  worker.postMessage(start + 2)
  await set
  show('a worker called setPriority(2)')
  const later = await openWorker()
  console.log(`a worker that starts now: ${niceOf(later.thread)}`)
  for (const id of ids()) os.setPriority(Number(id), start + 3)
  show('each thread in /proc/self/task set to 3')
  process.exit()
}
main()
JS
seen=$(./node_modules/.bin/node --v8-pool-size=4 priority.cjs)
expected=$(sed -n 's/^#   //p' "$script")
printf '%s\n' "$seen"
[ "$seen" = "$expected" ] || { echo 'The behavior has changed.' >&2; exit 1; }
