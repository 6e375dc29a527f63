import { expect, it } from 'vitest'
import { type JudgedField, judgeField, type Verdict } from '../../bench/metadata/score.ts'

it.each<[JudgedField, string | null, string | null, Verdict]>([
  ['author', 'Jane Doe', 'JANE  DOE', 'exact'],
  ['title', 'It’s “so” | Wire', 'It\'s "so"', 'contains'],
  ['author', 'Jane Doe', 'Ken Lee', 'other'],
  ['author', null, 'Ken Lee', 'null'],
  ['author', null, null, 'none'],
  ['author', 'Jane Doe', null, 'invented'],
  ['published_at', '2024-05-01', '2024-05-01T22:00:00Z', 'same day'],
  ['published_at', '2024-05-02T00:30:00+09:00', '2024-05-01T15:30:00.000Z', 'same day'],
  ['published_at', '2019-03-05', '2019-03-04T15:00:00.000Z', 'same day'],
  ['published_at', '2024-05-02T10:00:00', '2024-05-01T10:00:00Z', 'other'],
])('the %s %j for the stated %j is judged: %s', (field, given, stated, verdict) => {
  expect(judgeField(field, given, stated)).toBe(verdict)
})
