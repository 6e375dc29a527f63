import { expect, it } from 'vitest'
import { ratingInLabel, ratingInLine, reviewsOfLine } from '../../../src/ads/text/ratings.ts'

it.each<[string, number | null, number | null]>([
  ['Rated 4.6 out of 5,', 4.6, null],
  ['Rated4.5out of5', 4.5, null],
  ['Rated 4.9 out of 5, 141 user reviews', 4.9, 141],
  ['Note : 4,5 sur 5', 4.5, null],
  ['Note : 4,5 sur 5, 1 234 avis', 4.5, 1234],
  ['Valutazione: 4,6 su 5,', 4.6, null],
  ['Classificado como 4.8 entre 5', 4.8, null],
  ['Bewertung 4,6 von 5', 4.6, null],
  ['Bewertung: 4,6 von 5 Sternen, 1.234 Rezensionen', 4.6, 1234],
  ['Calificación de 4,3 sobre 5', 4.3, null],
  ['Ocjena 4,2 od 5', 4.2, null],
  ['คะแนน 4.6 จาก 5', 4.6, null],
  ['٤٫٦ من ٥', 4.6, null],
  ['التقييم ٤٫٦ من ٥، ١٬٢٣٤ مراجعة', 4.6, 1234],
  ['5 つ星のうち 4.6', 4.6, null],
  ['別の評価: 5段階中4.2', 4.2, null],
  ['별점 5점 만점에 4.6점', 4.6, null],
  ['评分：4.6（满分 5 分）', 4.6, null],
  ['4.6 stars', 4.6, null],
  ['Rated 8.4 out of 10', 4.2, null],
  ['Rating: 87 out of 100', 4.35, null],
  ['5 out of 5 stars', 5, null],
  ['4.6/5', 4.6, null],
  ['4,6 de 5', 4.6, null],
  ['4,8 von 5 Sternen, 1.234 Nutzerbewertungen', 4.8, 1234],
  ['Értékelés: 5/4,5', 4.5, null],
  ['Оцінка: 4,5 з 5', 4.5, null],
  ['Βαθμολογία 4,5 στα 5', 4.5, null],
  ['(110) total reviews', null, 110],
  ['(1.2K) total reviews', null, 1200],
])('the label %j has the rating %j with %j reviews', (label, rating, reviews) => {
  expect(ratingInLabel(label)).toEqual({ rating, reviews })
})

it.each([
  'Image 2 of 5',
  'Page 3 of 10',
  'Blue mug 0.3 l',
  'Price $1,034.98',
  '4-star hotel',
  'Top 5',
  '5 stars',
  'Board 2.5 x 5',
  '',
])('the label %j has no rating', (label) => expect(ratingInLabel(label)?.rating ?? null).toBeNull())

it.each<[string, boolean, number | null, number | null]>([
  ['4.6(1.1K)', true, 4.6, 1100],
  ['4.6 (1,234)', false, 4.6, 1234],
  ['4,6 (1.234)', false, 4.6, 1234],
  ['4,6 ★★★★', false, 4.6, null],
  ['4,6 ★★★★½ (1 234)', false, 4.6, 1234],
  ['★ 4.6', false, 4.6, null],
  ['★★★★☆ (12)', false, 4, 12],
  ['★★★★½', false, 4.5, null],
  ['4,6 Bewertung für booking.com', true, 4.6, null],
  ['4,6 Bewertung für booking.com', false, 4.6, null],
  ['4.7 advertiser rating', false, 4.7, null],
  ['4,8 classificação do anunciante', false, 4.8, null],
  ['Rating for nespresso.com: 4.6 - Order accuracy: 95–100%', false, 4.6, null],
  ['Rating for hostgator.com: 4.4 - 352 reviews', false, 4.4, 352],
  ['4.6 Rating for shop.example: 4.6 - 1,234 reviews', true, 4.6, 1234],
  ['4.6 · 1.234 Rezensionen', false, 4.6, 1234],
  ['4,6 · 1 234 avis', false, 4.6, 1234],
  ['4,6 12 Tsd. Bewertungen', false, 4.6, 12000],
  ['4.6 1,234 Google reviews', false, 4.6, 1234],
  ['4.4 352 reviews · 3-star hotel', false, 4.4, 352],
  ['8.4/10 Very good (352)', false, 4.2, 352],
  ['8,4 von 10 · 352 Bewertungen', false, 4.2, 352],
  ['評価 4.6 レビュー 123件', false, 4.6, 123],
  ['4.6（123 件）', true, 4.6, 123],
  ['平均评分 4.6 · 123 条评价', false, 4.6, 123],
  ['٤٫٦ (١٬٢٣٤)', true, 4.6, 1234],
  ['4.9 (2K+)', false, 4.9, 2000],
  ['4,5 Bewertung für Anbieter', true, 4.5, null],
  ['4.5(757)', true, 4.5, 757],
])('the line %j with stars %j has the rating %j with %j reviews', (line, hasStars, rating, reviews) => {
  expect(ratingInLine(line, hasStars)).toEqual({ rating, reviews })
})

it.each([
  '4.5 l',
  '4.6',
  '$4.99',
  'from 4,99 €',
  '24/7 support',
  '0.3 mi',
  '3-star hotel',
  'Version 4.2 (beta)',
  '95% positive',
  'Open until 9.30',
  '2.4 GHz',
  '8.4 Very good',
])('the line %j has no rating', (line) => expect(ratingInLine(line, false)?.rating ?? null).toBeNull())

it.each(['(1.2K)', '(1,2 тыс.) · Free'])('the line %j next to stars is a count, not a rating', (line) =>
  expect(ratingInLine(line, true)?.rating ?? null).toBeNull(),
)

it.each<[string, number | null]>([
  ['(55)', 55],
  ['(2k+)', 2000],
  ['(1.2K)', 1200],
  ['（1,234）', 1234],
  ['352 reviews', 352],
  ['1.234 Rezensionen', 1234],
  ['レビュー 123件', 123],
  ['(1,2 B)', 1200],
  ['(1.2 พัน)', 1200],
  ['(1.2 हज़ार)', 1200],
  ['(1,2 t.)', 1200],
  ['Pack of (12)', null],
  ['Cable (5 m)', null],
  ['(555) 010-2233', null],
  ['(new)', null],
  ['352 kettles', null],
  ['30-day returns', null],
])('the line %j is the count %j', (line, reviews) => expect(reviewsOfLine(line)).toBe(reviews))
