import { describe, expect, it } from 'vitest'
import { parseRobots } from '../../src/fetch/robots.ts'

describe('parseRobots', () => {
  const table: [text: string, path: string, allowed: boolean][] = [
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /a', '/ab', false],
    ['User-agent: *\nDisallow: /a', '/b/a', true],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/c', false],
    ['User-agent: *\nDisallow: /page\nAllow: /page', '/page', true],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf', false],
    ['User-agent: *\nDisallow: /*.pdf$', '/x/y.pdf?z', true],
    ['User-agent: *\nDisallow: /a*c$', '/abcbc', false],
    ['User-agent: *\nDisallow: /a*bc*bc$', '/abc', true],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: *', '/a', false],
    ['User-agent: *\nDisallow: /*?', '/a?b', false],
    ['User-agent: *\nDisallow: /*?', '/a', true],
    ['User-agent: gleaner\nDisallow: /', '/a', false],
    ['User-agent: Gleaner/2.0\nDisallow: /', '/a', false],
    ['User-agent: gleanerbot\nDisallow: /', '/a', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\nUser-agent: gleaner\nDisallow: /private', '/a', true],
    ['User-agent: gleaner\nUser-agent: other\nDisallow: /', '/a', false],
    ['User-agent: gleaner\nDisallow: /a\n\nUser-agent: gleaner\nDisallow: /b', '/b', false],
    ['User-agent: *\nSitemap: x\nUser-agent: gleaner\nDisallow: /a', '/a', false],
    ['Disallow: /', '/a', true],
    ['# a comment\nUSER-AGENT: * # all\nDISALLOW: /a # none', '/a', false],
    ['User-agent: *\r\nDisallow: /a\rDisallow: /b', '/b', false],
    ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /café', '/caf%C3%A9', false],
    ['User-agent: *\nDisallow: /', '/robots.txt', true],
    ['<!doctype html><p>not found', '/a', true],
  ]
  it.each(table)('%j: %s is allowed: %s', (text, path, allowed) => {
    expect(parseRobots(text, 'gleaner').allows(path)).toBe(allowed)
  })

  it('takes linear time for patterns designed to take forever', () => {
    const text = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b\n'.repeat(5000)}`
    expect(parseRobots(text, 'gleaner').allows(`/${'a'.repeat(2000)}`)).toBe(true)
  })
})
