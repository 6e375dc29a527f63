import { describe, expect, it } from 'vitest'
import { addressesIn } from '../../../../src/interfaces/cli/given/given-file.ts'

async function* chunksOf(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(text: string, size = 5) {
  const addresses: (string | null)[] = []
  for await (const address of addressesIn(chunksOf(text, size))) addresses.push(address)
  return addresses
}

describe('the URLs in a file', () => {
  it.each([
    ['a line each', 'https://a.example/\nhttps://b.example/\n'],
    ['line ends of Windows', 'https://a.example/\r\nhttps://b.example/\r\n'],
    ['a byte order mark, and a last line without an end', '\uFEFFhttps://a.example/\nhttps://b.example/'],
    ['blank lines and white space around them', '\n \t\n  https://a.example/ \n\r\n\nhttps://b.example/\t\n\n'],
  ])('are read from %s', async (_, text) => {
    expect(await read(text)).toEqual(['https://a.example/', 'https://b.example/'])
  })

  it('are empty for an empty file', async () => {
    expect(await read('')).toEqual([])
    expect(await read('\n\n')).toEqual([])
  })

  it('are null for a line that is too long for a URL, and the next line is read', async () => {
    const long = `https://a.example/${'x'.repeat(1_000_000)}`
    expect(await read(`${long}\nhttps://b.example/\n${long}`, 65_536)).toEqual([null, 'https://b.example/', null])
  })
})
