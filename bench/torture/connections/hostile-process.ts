/** Runs the hostile clients and their origin server in a separate process, so that they don't slow the honest clients. */

import { type HostileOptions, startHostileClients } from './hostile-clients.ts'
import { openPages } from './pages.ts'

const task = JSON.parse(process.argv[2] ?? '{}') as Omit<HostileOptions, 'largePage' | 'slowPage'>
const pages = await openPages('127.0.0.2')
const clients = startHostileClients({ ...task, largePage: `${pages.url}/large`, slowPage: `${pages.url}/slow` })

process.once('disconnect', () => process.exit())
process.once('message', async () => {
  const { statuses, connections } = await clients.end()
  await pages.close()
  process.send?.({ statuses: [...statuses], connections: [...connections] }, () => process.exit())
})
