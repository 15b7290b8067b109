import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from 'typebox'
import { describe, expect, onTestFinished, test } from 'vitest'
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

  test('decision 0057: takes a value from the file that NAME_FILE names, and says which cannot be read', async () => {
    const folder = await temporaryFolder('andscene-config')
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'url')
    await writeFile(file, 'http://secret\n')
    expect(readConfig(Schema, { TTS_URL_FILE: file })).toMatchObject({ TTS_URL: 'http://secret' })
    expect(readConfig(Schema, { TTS_URL: 'http://x', TTS_URL_FILE: file })).toMatchObject({
      TTS_URL: 'http://x',
    })
    expect(() => readConfig(Schema, { TTS_URL_FILE: join(folder.path, 'gone') })).toThrow(
      new ConfigError('TTS_URL_FILE: cannot be read (ENOENT)'),
    )
  })
})
