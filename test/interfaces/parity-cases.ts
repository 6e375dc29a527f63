/** Calls that get the same response from every interface, each with its result or error (docs/api.md, Interfaces). */

import { combinedCases } from './combined-cases.ts'
import { dataCases } from './data-cases.ts'
import { extraCases } from './extra-cases.ts'
import { extractRulesCases } from './extract-rules-cases.ts'
import { frontMatterCases } from './front-matter-cases.ts'
import { highlightsCases } from './highlights-cases.ts'
import { imagesCases } from './images-cases.ts'
import { keptPageCases } from './kept-page-cases.ts'
import { lessCases } from './less-cases.ts'
import { outlineCases } from './outline-cases.ts'
import { ownFieldsCases } from './own-fields-cases.ts'
import { documentPagesCases } from './parity/document-pages-cases.ts'
import { fragmentCases } from './parity/fragment-cases.ts'
import { searchCases } from './parity/search-cases.ts'
import { textCases } from './parity/text-cases.ts'
import { at, explain, type ParityCase, refused, scrape } from './parity-case.ts'
import { article } from './parity-site.ts'
import { renderingCases } from './rendering-cases.ts'
import { tokensCases } from './tokens-cases.ts'

const framedLink = '[Departures](https://trains.example/table)'
const foreignFrame = {
  code: 'foreign_frame',
  message:
    'A frame has content that is not in the result: https://trains.example/table; use render_js=true, or scrape the URL',
}

export const cases: ParityCase[] = [
  ...combinedCases,
  ...dataCases,
  ...documentPagesCases,
  ...extraCases,
  ...keptPageCases,
  ...extractRulesCases,
  ...highlightsCases,
  ...imagesCases,
  ...outlineCases,
  ...ownFieldsCases,
  ...renderingCases,
  ...lessCases,
  ...tokensCases,
  ...textCases,
  ...fragmentCases,
  ...frontMatterCases,

  scrape('markdown by default', {}, { result: { output: 'markdown', title: 'An article', credits_charged: 1 } }),
  scrape('markdown of the whole body', { main_content: false }, { result: { output: 'markdown', complete: true } }),
  scrape('raw_html', { output: 'raw_html' }, { result: { content: article, total_chars: article.length } }),
  scrape('clean_html', { output: 'clean_html' }, { result: { output: 'clean_html' } }),
  scrape('metadata', { output: 'html_head_metadata_json' }, { result: { output: 'html_head_metadata_json' } }),
  scrape('links', { output: 'links' }, { result: { output: 'links' } }),
  scrape('all_links', { output: 'all_links' }, { result: { output: 'all_links' } }),
  scrape('internal_links', { output: 'internal_links' }, { result: { output: 'internal_links' } }),
  scrape(
    'external_links',
    { output: 'external_links' },
    {
      result: { content: [{ url: 'https://other.example/', text: 'another site', internal: false }] },
    },
  ),
  scrape('emails', { output: 'emails' }, { result: { content: ['Info@example.org', 'sales@example.com'] } }),
  scrape(
    'email_addresses',
    { output: 'email_addresses' },
    {
      result: { content: ['Info@example.org', 'sales@example.com'] },
    },
  ),
  scrape(
    'markdown with a selector',
    { css_selector: 'h1, pre' },
    {
      result: { content: '# Parity\n```js\nlet a = 1\n\nlet b\n```' },
    },
  ),
  scrape(
    'raw_html of a selector',
    { css_selector: 'h1, del', output: 'raw_html' },
    {
      result: { content: '<h1>Parity</h1>\n<del>old</del>' },
    },
  ),
  scrape(
    'links with a selector',
    { css_selector: 'nav', output: 'links' },
    {
      result: { content: [{ url: '{origin}/nav', text: 'Navigation', internal: true }] },
    },
  ),
  scrape('a selector without a match', { css_selector: '.none' }, { error: 'selector_not_matched', status: 422 }),
  scrape(
    'metadata with a selector without a match',
    { css_selector: '.none', output: 'html_head_metadata_json' },
    {
      error: 'selector_not_matched',
      status: 422,
    },
  ),
  scrape(
    'a first piece',
    { output: 'raw_html', max_chars: 100 },
    { result: { offset: 0, total_chars: article.length } },
  ),
  scrape('a piece of a list', { output: 'links', max_chars: 10 }, { result: { offset: 0 } }),

  at('/moved', 'a redirect', { result: { status_code: 200, title: 'An article' } }),
  at('/missing', 'a 404', { result: { status_code: 404, credits_charged: 0, title: 'Gone' } }),
  at('/broken', 'a 500', { result: { status_code: 500, credits_charged: 0 } }),
  {
    ...at('/flaky', 'a 503, then 200', { result: { status_code: 200, credits_charged: 1, content: 'second try' } }),
    oneByOne: true,
  },
  at('/text', 'text', { result: { content: 'Just text, https://example.com/x and a@example.com.' } }),
  at('/text', 'e-mails in text', { result: { content: ['a@example.com'] } }, { output: 'emails' }),
  at('/json', 'JSON unchanged', { result: { content: '{"b": [1, 2],\n "a": "https://example.com/"}' } }),
  at('/xml', 'XML unchanged', { result: { content: '<?xml version="1.0"?><a><b>1</b></a>' } }, { output: 'raw_html' }),
  at(
    '/rss',
    'links of a feed',
    {
      result: { content: [{ url: 'https://example.com/feed', text: '', internal: false }] },
    },
    { output: 'links' },
  ),
  at('/markdown', 'markdown taken at its word', { result: { content: '# Title\n\n[a](https://example.com/a)\n' } }),
  at('/pdf', 'the text of a PDF', { result: { content_type: 'application/pdf', content: 'Hello from a PDF' } }),
  at('/none', 'a 204', { result: { status_code: 204, content: '', credits_charged: 1 } }),
  at('/framed', 'a frame from another site', { result: { title: 'Timetable', warnings: [foreignFrame] } }),
  at('/framed', 'no word of the frame in raw_html', { result: { warnings: [] } }, { output: 'raw_html' }),
  at(
    '/framed',
    'the frame of a selector',
    { result: { content: framedLink, warnings: [foreignFrame] } },
    { css_selector: '#table' },
  ),
  at('/framed', 'a selector beside the frame', { result: { warnings: [] } }, { css_selector: 'p' }),
  at('/empty', 'an empty body', { result: { status_code: 200, content: '', credits_charged: 1 } }),
  at('/empty', 'links of an empty body', { result: { content: [] } }, { output: 'links' }),
  at('/cyrillic', 'a charset of the header', { result: { content: 'Привет' } }),
  at('/cyrillic-meta', 'a charset of a meta under a wrong header', { result: { content: 'Привет' } }),
  at('/broken-utf8', 'broken UTF-8', { result: { content: 'a\ufffd\ufffdb' } }),
  at('/gzip', 'gzip', { result: { content: 'unpacked' } }),

  at('/loop', 'a redirect loop', { error: 'too_many_redirects', status: 502 }),
  at('/inside', 'a redirect to the metadata service', { error: 'address_refused', status: 422 }),
  at('/file', 'a redirect to a file', { error: 'address_refused', status: 422 }),
  at('/wall', 'a bot wall', { error: 'target_blocked', status: 502 }),
  at('/image', 'an image', { error: 'unsupported_content_type', status: 502 }),
  at('/binary', 'bytes', { error: 'unsupported_content_type', status: 502 }),
  at(
    '/json',
    'metadata of JSON',
    { error: 'unsupported_content_type', status: 502 },
    {
      output: 'html_head_metadata_json',
    },
  ),
  at('/truncated-gzip', 'truncated gzip', { error: 'invalid_response', status: 502 }),
  at('/short', 'a body shorter than it says', { error: 'invalid_response', status: 502 }),
  at('/bomb', 'a gzip bomb', { error: 'response_too_large', status: 502 }),
  at('/endless', 'an endless body', { error: 'response_too_large', status: 502 }),
  at('/reset', 'a connection that breaks', { error: 'target_unreachable', status: 502 }),
  at('/never', 'a page that never arrives', { error: 'target_timeout', status: 504 }, { timeout_ms: 1000 }),
  scrape(
    'a name that does not exist',
    { url: 'http://no-such-host.invalid/' },
    {
      error: 'target_unreachable',
      status: 502,
    },
  ),

  refused('an empty URL', { url: '' }, 'string_too_short'),
  refused('a URL that is too long', { url: 'https://example.com/'.padEnd(2084, 'x') }, 'string_too_long'),
  refused('a relative URL', { url: '/page' }, 'url_parsing'),
  refused('another scheme', { url: 'ftp://example.com/' }, 'url_scheme'),
  refused('user info', { url: 'https://user:pass@example.com/' }, 'value_error'),
  refused('the metadata service', { url: 'http://169.254.169.254/' }, 'address_refused'),
  refused('a forbidden port', { url: 'http://example.com:25/' }, 'address_refused'),
  refused('an unknown output', { output: 'pdf' }, 'enum'),
  refused('an invalid selector', { css_selector: 'a[' }, 'value_error'),
  refused('a blank selector', { css_selector: '  ' }, 'value_error'),
  refused('a trailing combinator', { css_selector: 'main >' }, 'value_error'),
  refused('an invalid boolean', { render_js: 'maybe' }, 'bool_parsing'),
  refused('a short time limit', { timeout_ms: 1 }, 'greater_than_equal'),
  refused('an invalid time limit', { timeout_ms: 'soon' }, 'float_parsing'),
  refused('max_chars 0', { max_chars: 0 }, 'greater_than_equal'),
  refused('half a character', { max_chars: 1.5 }, 'int_parsing'),
  refused('a model without a prompt', { model: 'claude-haiku-5-5' }, 'value_error'),
  refused('a model that is not allowed', { model: 'other', prompt: 'x' }, 'enum'),
  refused('an unknown parameter', { render: true }, 'extra_forbidden'),
  refused('several problems at once', { output: 'x', offset: -1, nothing: 'y' }, 'enum'),
  scrape('render_js without a browser', { render_js: true }, { error: 'browser_unavailable', status: 503 }),
  scrape(
    'a prompt',
    { prompt: 'What is this?' },
    {
      result: {
        content: 'An article about parity.',
        model: 'claude-haiku-5-5',
        usage: { input_tokens: 25, output_tokens: 15 },
        warnings: [],
        credits_charged: 6,
      },
    },
  ),
  scrape(
    'a prompt for JSON, with a model',
    { prompt: 'Name the heading as JSON like {"heading": "x", "year": 1}', model: 'claude-sonnet-5-5' },
    { result: { content: '{"heading":"Parity","year":null}', model: 'claude-sonnet-5-5' } },
  ),
  scrape(
    'a prompt with a piece of its answer',
    { prompt: 'What is this, in short?', max_chars: 10 },
    { result: { content: 'An article', total_chars: 24, next_offset: 10 } },
  ),
  scrape(
    'a prompt whose answer is not on the page',
    { prompt: 'Invent a number' },
    { result: { content: 'It is 4711.', warnings: [{ code: 'ungrounded' }] } },
  ),
  scrape(
    'a prompt that the model refuses',
    { prompt: 'Refuse this' },
    { error: 'model_failed', status: 502, charged: 5 },
  ),
  scrape(
    'a prompt that the service does not accept',
    { prompt: 'Fail at this' },
    { error: 'model_failed', status: 502 },
  ),
  at(
    '/missing',
    'a prompt about a 404',
    { result: { status_code: 404, model: null, content: 'There is nothing here.', credits_charged: 0 } },
    { prompt: 'What is this?' },
  ),

  explain('explain', '/article', {
    result: { title: 'An article', status_code: 200, warnings: [], credits_charged: 1 },
  }),
  explain('explain a 404', '/missing', {
    result: { status_code: 404, warnings: [{ code: 'target_status' }], credits_charged: 0 },
  }),
  explain('explain with content that is not HTML', '/text', { error: 'unsupported_content_type', status: 502 }),
  explain('explain without a browser', '/article', { error: 'browser_unavailable', status: 503 }, { render_js: true }),
  explain(
    'explain with a parameter of scrape',
    '/article',
    { error: 'extra_forbidden', status: 422 },
    { output: 'links' },
  ),

  ...searchCases,
]
