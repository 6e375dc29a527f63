/** Parity cases for headers, cookies and locale. */

import { at, type ParityCase, refused } from './parity-case.ts'

/** Opens `/members`. */
const authorized = { Authorization: 'Bearer parity' }

export const ownFieldsCases: ParityCase[] = [
  at('/members', 'a header', { result: { content: 'Hello, member', credits_charged: 1 } }, { headers: authorized }),
  at('/members', 'without a header', { result: { status_code: 401, credits_charged: 0 } }),
  at('/to-members', 'a header behind a redirect', { result: { title: 'Members' } }, { headers: authorized }),
  at('/members', 'a cookie', { result: { content: 'Hello, member' } }, { cookies: { a: 'b=c', session: 'parity' } }),
  at(
    '/members',
    'headers, cookies and a locale',
    { result: { content: 'Hallo, member' } },
    { headers: { ...authorized, Referer: 'https://example.com/' }, cookies: { a: '' }, locale: 'de-CH' },
  ),
  at('/members', 'an empty object', { result: { status_code: 401 } }, { headers: {}, cookies: {} }),
  at('/hello', 'no locale', { result: { content: 'Good day' } }),
  at('/hello', 'a German page', { result: { content: 'Guten Tag' } }, { locale: 'de' }),
  at(
    '/hello',
    'Accept-Language over the locale',
    { result: { content: 'Good day' } },
    { locale: 'de', headers: { 'accept-language': 'en' } },
  ),
  refused('a connection header', { headers: { Connection: 'close' } }, 'value_error'),
  refused('a header with two lines', { headers: { 'X-A': 'a\r\nb: c' } }, 'value_error'),
  refused('headers as a string', { headers: 'X-A: a' }, 'value_error'),
  refused('a cookie that contains another one', { cookies: { a: 'b; c=d' } }, 'value_error'),
  refused('cookies as a string', { cookies: 'a=b' }, 'value_error'),
  refused('an invalid locale', { locale: 'de_CH' }, 'value_error'),
]
