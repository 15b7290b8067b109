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
  ['none while nothing loads', { wait: null }, undefined],
  ['preparing, at first', { wait: 'short' }, 'Preparing this line…'],
  [
    'progress of the natural voices that speak the line',
    { natural: { state: 'coming', doneBytes: 409, totalBytes: 1_000 } },
    'Loading natural voices… 40 %',
  ],
  [
    'setup of natural voices after the download',
    { natural: { state: 'coming', doneBytes: 3, totalBytes: 2 } },
    'Setting up natural voices…',
  ],
  ['no percentage while it is unknown', { natural: { state: 'coming' } }, 'Loading natural voices…'],
  [
    'unavailable voices',
    { natural: { state: 'resting', reason: 'The engine failed again and again.' } },
    'Natural voices are unavailable. Retrying…',
  ],
  [
    'number of ready lines once the voices are ready',
    { natural: { state: 'ready' } },
    'Preparing this line… 12 of 47 lines ready',
  ],
  ['a script of one line', { narration: { ready: 0, total: 1 } }, 'Preparing this line… 0 of 1 line ready'],
  [
    'download of a stored clip, whatever the state of the voices',
    { isStored: true, natural: { state: 'coming' } },
    'Downloading this line…',
  ],
  [
    'no count that contradicts the wait',
    { narration: { ready: 47, total: 47 } },
    'Still preparing this line…',
  ],
  ['no unknown count', { narration: undefined }, 'Still preparing this line…'],
])('product §4: message for a silent line: %s', (_what, given, text) => {
  expect(waitText(facts(given))?.text).toBe(text)
})
