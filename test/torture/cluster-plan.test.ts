import { describe, expect, it } from 'vitest'
import { openAccounts } from '../../bench/torture/cluster/accounts.ts'
import { judgeCall, judgeRest } from '../../bench/torture/cluster/answers.ts'
import { drawAsk, kinds } from '../../bench/torture/cluster/asks.ts'
import { faults, nameOfFault, planFaults } from '../../bench/torture/cluster/faults.ts'
import { linkNames } from '../../bench/torture/cluster/links.ts'
import { errorBody } from '../../src/contract/operation.ts'

const options = { seed: 7, keys: 4, site: 'http://127.0.0.1:1' }

describe('the plan of the cluster torture test', () => {
  it('has every fault once, in an order that depends on the seed, spread evenly over the requests', () => {
    const plan = planFaults(1, 20_000)
    expect(plan.map(({ fault }) => nameOfFault(fault)).toSorted()).toEqual(faults.map(nameOfFault).toSorted())
    expect(planFaults(1, 20_000)).toEqual(plan)
    expect(planFaults(2, 20_000)).not.toEqual(plan)
    const gaps = plan.slice(1).map(({ atRequest }, index) => atRequest - (plan[index]?.atRequest ?? 0))
    for (const gap of gaps) expect(Math.abs(gap - 20_000 / faults.length)).toBeLessThanOrEqual(1)
  })

  it('kills every component, and cuts and slows every link', () => {
    const names = faults.map(nameOfFault)
    for (const part of ['node-1', 'node-2', 'worker-1', 'worker-2', 'postgres', 'redis', 'redis, data lost'])
      expect(names).toContain(`kill -9 ${part}`)
    for (const link of linkNames) expect(names).toEqual(expect.arrayContaining([`cut ${link}`, `slow ${link}`]))
    expect(new Set(names).size).toBe(names.length)
  })

  it('sends the same requests for the same seed, with every kind among any thousand', () => {
    const asks = Array.from({ length: 1000 }, (_, index) => drawAsk(index, options))
    expect(drawAsk(999, options)).toEqual(asks[999])
    expect(drawAsk(999, { ...options, seed: 8 })).not.toEqual(asks[999])
    expect(new Set(asks.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)))
    expect(new Set(asks.map(({ by }) => by))).toEqual(new Set(['get', 'post', 'batch', 'modern', 'session']))
  })
})

const body = (type: string, charged = 0, msg = 'What happened') =>
  JSON.stringify(
    errorBody.parse({
      ...{
        detail: [{ loc: [], msg, type }],
        hint: 'Wait.',
        request_id: 'id',
        retryable: true,
        credits_charged: charged,
      },
    }),
  )
const rest = (status: number, text: string, contentType = 'application/json') =>
  judgeRest({ status, text, contentType, requestId: null })
const call = (text: string, contentType = 'text/event-stream') =>
  judgeCall({ status: 200, text, contentType, requestId: 'id' }, 'ask-1')
const event = (message: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`

describe('a response in the cluster torture test', () => {
  it('is documented if its type matches its status', () => {
    expect(rest(503, body('overloaded'))).toMatchObject({ state: 'answered', charged: 0, requestId: 'id' })
    expect(rest(502, body('overloaded')).state).toBe('broken')
    expect(rest(500, body('internal')).state).toBe('broken')
    expect(rest(503, body('no_such_type')).state).toBe('broken')
    expect(rest(200, '{}').state).toBe('broken')
  })

  it('is unknown if the balancer lost the node, or the request is still running', () => {
    expect(rest(502, '<html>', 'text/html').state).toBe('unknown')
    expect(rest(503, '<html>', 'text/html').state).toBe('broken')
    expect(rest(409, body('idempotency_in_progress')).state).toBe('unknown')
  })

  it('comes over MCP as the structured content of a result or the text of an error', () => {
    const structuredContent = { credits_charged: 1, request_id: 'id', next_offset: 2000 }
    const answered = { state: 'answered', charged: 1, requestId: 'id', nextOffset: 2000 }
    expect(call(event({ id: 'ask-1', result: { structuredContent } }))).toMatchObject(answered)
    const text = 'selector_not_matched: What happened. Do. (request id)'
    const failed = call(event({ id: 'ask-1', result: { isError: true, content: [{ type: 'text', text }] } }))
    expect(failed).toMatchObject({ state: 'answered', label: 'mcp: 422 selector_not_matched', charged: 0 })
    expect(call(': a comment\n\n').state).toBe('unknown')
    expect(call(event({ id: 'ask-1', error: { code: -32603, message: 'Internal error' } })).state).toBe('broken')
    expect(call(body('storage_unavailable'), 'application/json').state).toBe('broken')
  })
})

describe('the accounts of the cluster torture test', () => {
  const charge = (requestId: string, charged: number, kind = 'settle') => ({
    ...{ keyId: 'key', holdId: requestId, kind, delta: -charged, charged, requestId },
  })
  const ledger = (movements: ReturnType<typeof charge>[]) => {
    const used = movements.reduce((sum, { charged }) => sum + charged, 0)
    return { keys: [{ id: 'key', credits: 100 - used, used }], movements, held: 0, swept: [], running: 0, usage: [] }
  }
  const open = () => openAccounts([{ id: 'key', granted: 100 }])
  const ask = { ...drawAsk(0, options), key: 0, by: 'modern' as const, price: 1 }
  const told = (requestId: string | null, charged: number) => ({
    ...{ state: 'answered' as const, label: '200', requestId, charged, nextOffset: null },
  })

  it('count the response to a repeated request once', () => {
    const accounts = open()
    for (let times = 0; times < 2; times++) accounts.note(ask, told('a', 1))
    expect(accounts.audit(ledger([charge('a', 1)]))).toMatchObject({
      broken: [],
      keys: [{ told: 1, used: 1, left: 99 }],
    })
  })

  it('find every charge that no response reported, and every reported charge that is missing', () => {
    const accounts = open()
    accounts.note(ask, told('a', 1))
    expect(accounts.audit(ledger([charge('a', 1), charge('b', 1)])).broken).not.toEqual([])
    expect(accounts.audit(ledger([])).broken).not.toEqual([])
    expect(open().audit(ledger([charge('a', 5)])).broken).not.toEqual([])
  })

  it('allow a call with a lost response to be charged its price once', () => {
    const accounts = open()
    accounts.note(ask, { state: 'unknown', label: 'mcp: left', requestId: null })
    expect(accounts.audit(ledger([charge('a', 1)]))).toMatchObject({
      broken: [],
      keys: [{ untold: { 'mcp: left': 1 } }],
    })
    const twice = open()
    twice.note(ask, { state: 'unknown', label: 'mcp: left', requestId: null })
    expect(twice.audit(ledger([charge('a', 1), charge('b', 1)])).broken).not.toEqual([])
  })

  it('find the charge of a request with a response that is not kept', () => {
    const accounts = open()
    accounts.note({ ...ask, by: 'get' }, told(null, 5))
    expect(accounts.audit(ledger([charge('a', 5)])).broken).toEqual([])
    expect(accounts.audit(ledger([charge('a', 6)])).broken).not.toEqual([])
    const repeated = open()
    for (const requestId of ['a', null]) repeated.note({ ...ask, by: 'get' }, told(requestId, 1))
    expect(repeated.audit(ledger([charge('a', 1)])).broken).toEqual([])
  })
})
