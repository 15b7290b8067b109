import { readConfig } from '@andscene/service-kit/config'
import { expect, test } from 'vitest'
import { ApiConfig } from './config.ts'

const hours = (LIMIT_AUDIO_HOURS?: string) =>
  readConfig(ApiConfig, { REDIS_URL: 'redis://r', SCRIPTS_URL: 'http://s', LIMIT_AUDIO_HOURS })
    .LIMIT_AUDIO_HOURS

test('product §10: the allowance is 12 hours unless said, and may be a part of one', () => {
  expect([hours(), hours('0.5'), hours('24')]).toEqual([12, 0.5, 24])
})

test.each(['0', '-1', 'none'])(
  'an allowance of %s hours is refused, and nothing else put in its place',
  (text) => {
    expect(() => hours(text)).toThrow('LIMIT_AUDIO_HOURS')
  },
)
