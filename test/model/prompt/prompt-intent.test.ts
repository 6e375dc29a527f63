import { describe, expect, it } from 'vitest'
import { asksForEverything, asksForJson } from '../../../src/model/prompt/prompt-intent.ts'

describe('a prompt that asks for everything', () => {
  it.each([
    'List all products with their prices',
    'How many articles are red?',
    'What does every plan include?',
    'Give me a complete list of speakers',
    'Nenne alle Preise',
    'Wie viele Mitarbeiter werden genannt?',
    'Cuántos productos hay?',
    'すべての商品を教えてください',
    '列出所有产品',
  ])('%s', (prompt) => expect(asksForEverything(prompt)).toBe(true))

  it.each([
    'What does the basic plan cost?',
    'How many days may goods be returned?',
    'After how many calendar days does it end?',
    'Wie viele Tage dauert die Lieferung?',
    '返品の受付期間は何日ですか？',
    'Who wrote this?',
  ])('is not: %s', (prompt) => expect(asksForEverything(prompt)).toBe(false))
})

describe('a prompt that asks for JSON', () => {
  it.each([
    'What does it cost? Answer as JSON.',
    'Return a JSON object with name and price',
    'JSON with the fields a and b',
    'Give me the prices in JSON format',
    'What are the prices, as JSON?',
    'Extract the title and author.\nOutput valid JSON only.',
    'Gib die Preise als JSON aus',
    '価格をJSON形式で教えて',
    '以JSON返回价格',
    'Return {"name": "", "price": 0}',
    'Extract name and price in this form: {"name": string, "price": number}',
    'Get the title and price, json',
    'I need structured JSON output with name and price',
    'Use JSON.',
    'Liefere JSON',
  ])('%s', (prompt) => expect(asksForJson(prompt)).toBe(true))

  it.each([
    'What does the page say about JSON?',
    'Which endpoints return JSON?',
    'Does the API answer in JSON?',
    'Summarise the chapter on JSON files in two sentences',
    'Answer in plain text, not JSON',
    'What does {"a": 1} mean here?',
    'In the docs, the config is {"a": 1}. What is a?',
    'Give me the meaning of {"a": 1}',
    'What are the fields of the reply {"a": 1}?',
    'Is {"a": 1} as good as {"b": 2} in this API?',
    'The site uses JSON. Who runs it?',
    'What does it cost?',
  ])('is not: %s', (prompt) => expect(asksForJson(prompt)).toBe(false))
})
