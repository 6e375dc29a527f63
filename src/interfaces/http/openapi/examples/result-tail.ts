/** The last fields of result examples. */

export const tail = {
  credits_charged: 1,
  credits_remaining: 999,
  fetched_at: '2026-01-31T12:00:00.000Z',
  request_id: '6f2c1d9e-3b0a-4c57-9f0e-2a7c8f1b4d65',
}
