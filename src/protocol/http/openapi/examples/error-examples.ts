/** Examples of errors: one body for each type. */

import type { ErrorBody } from '../../../../contract/result.ts'
import { type ErrorType, errorTable, publicType } from '../../../../errors.ts'
import { requestId } from './result-tail.ts'

/** The parameter at fault, where there is one, and what is said of it. */
const messages: Record<ErrorType, { param?: string; msg: string }> = {
  missing: { param: 'url', msg: 'Field required' },
  string_type: { param: 'url', msg: 'Input should be a valid string' },
  string_too_short: { param: 'css_selector', msg: 'String should have at least 1 character' },
  string_too_long: { param: 'prompt', msg: 'String should have at most 10000 characters' },
  url_parsing: { param: 'url', msg: 'Input should be a valid URL' },
  url_scheme: { param: 'url', msg: 'URL must use http or https' },
  int_parsing: { param: 'max_chars', msg: 'Input should be a valid integer' },
  float_parsing: { param: 'timeout_ms', msg: 'Input should be a valid number' },
  bool_parsing: { param: 'render_js', msg: 'Input should be a valid boolean' },
  enum: { param: 'output', msg: "Input should be 'markdown', 'raw_html', 'clean_html' or another of the outputs" },
  greater_than_equal: { param: 'timeout_ms', msg: 'Input should be greater than or equal to 1000' },
  less_than_equal: { param: 'timeout_ms', msg: 'Input should be less than or equal to 120000' },
  extra_forbidden: { param: 'outptu', msg: 'Extra inputs are not permitted' },
  value_error: { param: 'model', msg: 'Value error, model needs prompt or json_schema' },
  address_refused: { param: 'url', msg: '10.0.0.1 is a private address (RFC 1918)' },
  selector_not_matched: { param: 'css_selector', msg: 'The page has no match for css_selector' },
  bad_request: { msg: 'The request is not well-formed HTTP' },
  unauthorized: { msg: 'A valid API key is required' },
  insufficient_credits: { msg: 'The request costs 5 credits and the key has 2 left' },
  forbidden_origin: { msg: 'The Host header names a host that is not allowed' },
  not_found: { msg: 'There is nothing at /v1/scrap' },
  method_not_allowed: { msg: '/v1/account takes GET' },
  idempotency_in_progress: { msg: 'A request with this Idempotency-Key is running' },
  idempotency_not_kept: { msg: 'The request with this Idempotency-Key was charged, and its answer was not kept' },
  idempotency_mismatch: { msg: 'This Idempotency-Key was used with other parameters' },
  request_too_large: { msg: 'The request is larger than 1048576 bytes' },
  request_head_too_large: { msg: 'The request head is larger than 131072 bytes' },
  rate_limited: { msg: 'More than 6000 requests in 60 seconds' },
  target_unreachable: { msg: 'DNS: the name nowhere.example could not be resolved (ENOTFOUND)' },
  target_blocked: { msg: 'The target answered with a challenge page: Cloudflare' },
  too_many_redirects: { msg: 'example.com redirects more than 20 times' },
  response_too_large: { msg: 'The response is larger than 16777216 bytes' },
  unsupported_content_type: { msg: 'The target answered with image/png, which is not read' },
  invalid_response: { msg: 'example.com sent less than the length that it declared' },
  model_failed: { msg: 'The language model did not answer within the 30000 ms of the request' },
  overloaded: { msg: 'Too many pages are waiting to be read' },
  browser_unavailable: { msg: 'No browser is available on this server' },
  model_not_configured: {
    msg: 'The language model claude-haiku-5-5 is not set up on this server: ANTHROPIC_API_KEY is not set',
  },
  storage_unavailable: { msg: 'The database does not answer' },
  target_timeout: { msg: 'The page did not arrive within 30000 ms' },
  internal: { msg: 'Something went wrong on our side' },
}

export function errorExample(type: ErrorType): ErrorBody {
  const { param, msg } = messages[type]
  return {
    detail: [{ loc: param === undefined ? [] : ['query', param], msg, type: publicType(type) }],
    request_id: requestId,
    retryable: errorTable[type].retryable,
    credits_charged: type === 'model_failed' ? 5 : 0,
  }
}
