import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { documents } from '../../scripts/docs.ts'
import { userSettings } from '../../scripts/packaging/user-settings.ts'
import { settings } from '../../src/config/config.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const written = read('../../server.json')
const entry = JSON.parse(written)
const manifest = JSON.parse(read('../../package.json'))

const ajv = new Ajv({ allErrors: true, formats: { uri: (text: string) => URL.canParse(text), 'uri-template': true } })
const validate = ajv.compile(JSON.parse(read('server.schema.json')))

describe('server.json', () => {
  it('is valid according to the schema that it names', () => {
    validate(entry)
    expect(validate.errors).toBeNull()
    expect(entry.$schema).toBe(JSON.parse(read('server.schema.json')).$id)
  })

  it.each<[string, (faulty: typeof entry) => void]>([
    ['a name without a namespace', (faulty) => (faulty.name = 'gleaner')],
    ['a description of more than 100 characters', (faulty) => (faulty.description = 'x'.repeat(101))],
    ['no fixed version', (faulty) => (faulty.packages[0].version = 'latest')],
    ['an argument without a value', (faulty) => delete faulty.packages[0].packageArguments[0].value],
    ['a secret that is a word', (faulty) => (faulty.packages[0].environmentVariables[0].isSecret = 'yes')],
  ])('would be invalid with %s', (_, spoil) => {
    const faulty = structuredClone(entry)
    spoil(faulty)
    expect(validate(faulty)).toBe(false)
  })

  it('matches package.json and the settings (if not, run "npm run docs")', () => {
    expect(documents['server.json']?.(written)).toBe(written)
  })

  it('has the version of package.json, which also states its name', () => {
    const { name, version, mcpName, bin } = manifest
    expect(entry).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] })
    expect(entry.packages).toHaveLength(1)
    expect(Object.keys(bin)).toEqual([name])
  })
})

describe('the settings that users are asked for', () => {
  it('exist and have a description', () => {
    for (const { name, description } of userSettings) {
      if (name !== 'ANTHROPIC_API_KEY') expect(settings).toHaveProperty(name)
      expect(description).not.toBe('')
    }
  })

  it('are secrets if they contain a key, a password or a URL with either', () => {
    const secrets = userSettings.filter(({ isSecret }) => isSecret).map(({ name }) => name)
    expect(secrets).toEqual([
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'OPENAI_BASE_URL',
      'GLEANER_PROXY_URL',
      'GLEANER_ADS_PROVIDER_KEY',
    ])
    const open = userSettings.filter(({ isSecret }) => !isSecret).map(({ name }) => name)
    expect(open.filter((name) => /KEY|SECRET|TOKEN|PASSWORD|_URL$/.test(name))).toEqual([])
  })

  it('have only choices that the settings accept', () => {
    for (const { name, choices } of userSettings) {
      if (!choices) continue
      const schema = settings[name as keyof typeof settings]
      for (const choice of choices) expect(schema.safeParse(choice).success).toBe(true)
      expect(schema.safeParse('nonsense').success).toBe(false)
    }
  })
})
