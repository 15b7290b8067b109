import { expect, test } from 'vitest'
import { inBritish } from './own-words.ts'
import { plainEnglish } from './plain-english.ts'

test.each([
  ['GET OUT, FBI!', 'Get out, FBI!'],
  ['The TIRES SMOKE.', 'The tires smoke.'],
  ['Wait - what -- no—stop', 'Wait — what — no — stop'],
  ['I just... ...don’t know!!!', "I just… don't know!"],
  ['I-I-I know', 'I, I, I know'],
  ['a well-to-do ex-wife', 'a well-to-do ex-wife'],
  ['$1.5 million', '1.5 million dollars'],
  ['the 2nd of May', 'the second of May'],
  ['10 Downing St. Dr. Dre', '10 Downing Street. Doctor Dre'],
  ['Henry VIII and World War II', 'Henry the eighth and World War 2'],
  ['at 10:30pm', 'at ten thirty P.M..'],
  ['call 911', 'call nine one one'],
  ['www.acme.com/jobs', 'W W W dot acme dot com slash jobs'],
])('%s', (text, said) => {
  expect(plainEnglish(text, false)).toBe(said)
})

test('the British say the day first', () => {
  expect(plainEnglish('5/10/2019', true)).toBe('the fifth of October, 2019')
  expect(plainEnglish('5/10/2019', false)).toBe('May tenth, 2019')
})

test('American phonemes become British ones', () => {
  expect(inBritish('kˈɑɹ')).toBe('kˈɑː')
  expect(inBritish('kˈiɹən')).toBe('kˈiːɹən')
  expect(inBritish('sˈɛTəɹə')).toBe('sˈɛtəɹə')
})
