import { afterAll, describe, expect, it } from 'vitest'
import { createDamagedReader, damagedDocuments, soundDocuments } from './damaged/read-damaged.ts'

describe('damaged documents', () => {
  const reader = createDamagedReader()
  afterAll(() => reader.close())

  it('number more than 300, of every kind', () => {
    const documents = soundDocuments().flatMap((sound) => damagedDocuments(sound, ''))
    expect(documents.length).toBeGreaterThan(300)
    expect(new Set(documents.map(({ kind }) => kind)).size).toBe(11)
  })

  it.each(soundDocuments().map((sound) => [sound.name, sound] as const))(
    'give what is intact of %s, and name the rest',
    async (_, sound) => {
      const whole = await reader.wholeOf(sound)
      const failures: string[] = []
      for (const document of damagedDocuments(sound, whole)) {
        const { verdict, lost, message } = await reader.outcomeOf(document, whole)
        const isClear = verdict !== 'refused' || /^The (?:document is (?:broken|too)|content is )/.test(message)
        if (verdict === 'silent' || verdict === 'death' || lost.length > 0 || !isClear)
          failures.push(`${document.name}: ${verdict}, ${lost.slice(0, 5).join(' ')} (${message})`)
      }
      expect(failures).toEqual([])
    },
    300_000,
  )
})
