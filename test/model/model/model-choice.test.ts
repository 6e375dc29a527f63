import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { allowedModels, defaultModel, isSetUp, notSetUp } from '../../../src/model/model/model-choice.ts'

const configOf = (env: Record<string, string>) => readConfig({}, env)
const both = { GLEANER_MODELS: 'openai/a,openai/b,claude-x' }
const local = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1/' }
const anthropic = { ANTHROPIC_API_KEY: 'k' }

describe('the default model', () => {
  it.each([
    ['without any service', both, 'claude-haiku-5-5'],
    ['with Anthropic', { ...both, ...anthropic }, 'claude-haiku-5-5'],
    ['with both', { ...both, ...anthropic, ...local }, 'claude-haiku-5-5'],
    ['with only a chat completions service', { ...both, ...local }, 'openai/a'],
    ['with only an OpenAI key', { ...both, OPENAI_API_KEY: 'k' }, 'openai/a'],
    ['that is available', { ...both, ...local, GLEANER_MODEL: 'openai/c' }, 'openai/c'],
    ['with a service for which no model is named', local, 'claude-haiku-5-5'],
  ])('%s', (_, env, model) => {
    const config = configOf(env)
    expect(defaultModel(config)).toBe(model)
    expect(allowedModels(config)[0]).toBe(model)
  })

  it('comes first among all allowed models, once', () => {
    expect(allowedModels(configOf({ ...both, ...local, GLEANER_MODEL: 'openai/b' }))).toEqual([
      ...['openai/b', 'openai/a', 'claude-x'],
    ])
  })
})

describe('the model settings', () => {
  it('enable a vendor by its key, and chat completions by their URL alone', () => {
    expect(isSetUp('openai', configOf(local))).toBe(true)
    expect(configOf(local).OPENAI_BASE_URL).toBe('http://127.0.0.1:11434/v1')
    expect(isSetUp('anthropic', configOf({ ANTHROPIC_BASE_URL: 'http://127.0.0.1' }))).toBe(false)
  })

  it.each([
    ['OPENAI_BASE_URL', 'localhost:11434'],
    ['OPENAI_BASE_URL', 'http://user:secret@host/v1'],
    ['OPENAI_API_KEY', 'two words'],
    ['GLEANER_MODEL', 'openai/'],
    ['GLEANER_MODELS', 'openai/a,openai/'],
  ])('are refused by name: %s=%s', (name, value) => {
    expect(() => configOf({ [name]: value })).toThrow(name)
    expect(() => configOf({ [name]: value })).not.toThrow('secret')
  })
})

describe("a model that isn't available", () => {
  it('is reported with the variables that its service needs', () => {
    expect(notSetUp('claude-x')).toBe(
      'The language model claude-x is not set up on this server: ANTHROPIC_API_KEY is not set',
    )
    expect(notSetUp('openai/a')).toBe(
      'The language model openai/a is not set up on this server: neither OPENAI_API_KEY nor OPENAI_BASE_URL is set',
    )
  })
})
