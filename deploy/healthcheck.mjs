// Asks the service on this machine whether it is ready: exit code 0 when it is. It reads the settings that the service reads; an argument
// names another port, such as a worker's.

import { get } from 'node:http'

const { GLEANER_PORT = '8787', GLEANER_ALLOWED_HOSTS = '' } = process.env
const [, , port = GLEANER_PORT] = process.argv
const [name = ''] = GLEANER_ALLOWED_HOSTS.split(',').map((one) => one.trim())
// The service answers under the names that it is given.
const host = name === '' || name === '*' ? '127.0.0.1' : name

const request = get({ host: '127.0.0.1', port, path: '/readyz', headers: { host }, timeout: 4000 })
request.on('response', (response) => {
  response.resume()
  end(response.statusCode === 200 ? 0 : 1, `/readyz answers ${response.statusCode}`)
})
request.on('timeout', () => end(1, '/readyz does not answer'))
request.on('error', (error) => end(1, error.message))

function end(code, words) {
  process.stdout.write(`${words}\n`)
  process.exit(code)
}
