import { expect, test } from 'vitest'
import { waitText, type WaitFacts } from './use-wait.ts'

const facts = (rest: Partial<WaitFacts>): WaitFacts => ({
  wait: 'long',
  isStored: false,
  natural: undefined,
  narration: { ready: 12, total: 47 },
  ...rest,
})

test.each<[string, Partial<WaitFacts>, string | undefined]>([
  ['nothing while nothing is waited for', { wait: null }, undefined],
  ['at first that the line is prepared', { wait: 'short' }, 'Preparing this line…'],
  [
    'how far natural voices are that speak the line',
    { natural: { state: 'coming', doneBytes: 409, totalBytes: 1_000 } },
    'Loading natural voices… 40 %',
  ],
  [
    'that they are set up when they are downloaded',
    { natural: { state: 'coming', doneBytes: 3, totalBytes: 2 } },
    'Setting up natural voices…',
  ],
  ['without a figure while there is none', { natural: { state: 'coming' } }, 'Loading natural voices…'],
  [
    'that the voices are unavailable',
    { natural: { state: 'resting', reason: 'The engine failed again and again.' } },
    'Natural voices are unavailable. Retrying…',
  ],
  [
    'how many lines are ready when the voices are',
    { natural: { state: 'ready' } },
    'Preparing this line… 12 of 47 lines ready',
  ],
  [
    'that a stored clip is downloaded, whatever the voices do',
    { isStored: true, natural: { state: 'coming' } },
    'Downloading this line…',
  ],
  [
    'no count that contradicts the wait',
    { narration: { ready: 47, total: 47 } },
    'Still preparing this line…',
  ],
  ['no count that is not known', { narration: undefined }, 'Still preparing this line…'],
])('product §4: while a line is silent, the page says %s', (_what, given, text) => {
  expect(waitText(facts(given))?.text).toBe(text)
})
