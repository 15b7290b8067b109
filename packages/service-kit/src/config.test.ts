import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { BaseConfig, ConfigError, readConfig } from './config.ts'

const Schema = Type.Object({
  ...BaseConfig.properties,
  TTS_URL: Type.String(),
  WORKERS: Type.Optional(Type.Integer()),
})

describe('configuration from the environment', () => {
  test('converts, fills defaults, drops what is not named', () => {
    expect(readConfig(Schema, { PORT: '4201', TTS_URL: 'http://x', PATH: '/bin' })).toEqual({
      PORT: 4201,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      TTS_URL: 'http://x',
    })
  })

  test('names the variable that is missing or wrong', () => {
    expect(() => readConfig(Schema, { PORT: '1' })).toThrow(ConfigError)
    expect(() => readConfig(Schema, { PORT: '1' })).toThrow(/TTS_URL/)
    expect(() => readConfig(Schema, { PORT: 'x', TTS_URL: 'http://x' })).toThrow(/PORT/)
  })
})
