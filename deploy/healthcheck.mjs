// Exits with code 0 if the service on this machine is ready. It uses the service's settings. An argument sets a different port, such as a
// worker's.

import { get } from 'node:http'

const { GLEANER_PORT = '8787', GLEANER_ALLOWED_HOSTS = '' } = process.env
const [, , port = GLEANER_PORT] = process.argv
const [name = ''] = GLEANER_ALLOWED_HOSTS.split(',').map((one) => one.trim())
// The service accepts only the host names in its settings.
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
