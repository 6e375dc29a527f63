import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRegistry } from '../../../src/operations/registry.ts'
import { openScriptedModel, testKey } from '../../model/scripted-model.ts'
import { openOrigin } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { openTestService, type TestService } from '../../service.ts'
import { type MoneyWorld, makeAttempt } from './ask.ts'
import { makeConvertAttempt } from './ask-convert.ts'
import { needsRest } from './attempt.ts'
import { attempts } from './attempts.ts'
import { convertAttempts } from './convert-attempts.ts'
import { findFreeSteps } from './each-step.ts'
import { pages } from './pages.ts'
import { renderingAttempts } from './rendering-attempts.ts'

const world = {} as MoneyWorld

beforeAll(async () => {
  world.model = await openScriptedModel()
  world.origin = await openOrigin(pages)
  world.gleaner = await openTestService({
    ANTHROPIC_API_KEY: testKey,
    ANTHROPIC_BASE_URL: world.model.url,
    GLEANER_BROWSER_PATH: '/nowhere/chromium',
    GLEANER_MAX_BODY_BYTES: '300000',
  })
})
afterAll(async () => {
  await world.gleaner.close()
  await world.origin.close()
  await world.model.close()
})

describe.each(Object.entries(attempts))('content is not free: %s', (_, table) => {
  it.each(table.map((attempt) => [attempt.title, attempt] as const))('%s, over REST', async (_, attempt) => {
    await makeAttempt(world, attempt, 'REST')
  })

  const overMcp = table.filter(({ steps }) => !steps.some(needsRest))
  if (overMcp.length > 0) {
    it.each(overMcp.map((attempt) => [attempt.title, attempt] as const))('%s, over MCP', async (_, attempt) => {
      await makeAttempt(world, attempt, 'MCP')
    })
  }
})

describe.skipIf(lacksBrowser)('content is not free: rendering', { timeout: 120_000 }, () => {
  let rendering: TestService

  beforeAll(async () => {
    rendering = await openTestService()
  })
  afterAll(async () => {
    await rendering.close()
  })

  it.each(renderingAttempts.map((attempt) => [attempt.title, attempt] as const))('%s', async (_, attempt) => {
    for (const transport of ['REST', 'MCP'] as const) {
      await makeAttempt({ ...world, gleaner: rendering }, attempt, transport)
    }
  })
})

describe.each(['overloaded', 'leaves'] as const)('content is not free after a failure at any step: %s', (failure) => {
  it.each([
    ['reading on', {}, { offset: 1 }],
    ['a piece, and reading on', { max_chars: 500 }, { offset: 1 }],
    ['a kept page', { max_age_s: 60 }, { max_age_s: 60, output: 'links' }],
    ['a page with another output', { extra_outputs: ['raw_html'] }, { offset: 1 }],
    ['highlights', { highlights: 'market and mill' }, { offset: 1 }],
  ])('%s', async (_, first, next) => {
    const { free, steps } = await findFreeSteps(world, failure, first, next)
    expect(steps, 'steps at which bytes are counted').toBeGreaterThan(2)
    expect(free, `steps of ${steps} after whose failure content is free`).toEqual([])
  })
})

/** The route may not exist yet. */
const hasConvert = 'convert' in createRegistry(['claude-haiku-5-5'])

describe.skipIf(!hasConvert)('content is not free: conversion', () => {
  it.each(convertAttempts.map((attempt) => [attempt.title, attempt] as const))('%s', async (_, attempt) => {
    await makeConvertAttempt(world, attempt)
  })
})

it('every step that expects content for 0 credits names the rule that allows it', () => {
  const steps = [...Object.values(attempts), renderingAttempts].flat().flatMap((attempt) => attempt.steps)
  expect(steps.filter(({ charged, shows, because }) => charged === 0 && shows && because === undefined)).toEqual([])
})
