import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@andscene/contracts/schema/schema'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BaseConfig, readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'

const Schema = Type.Object({
  ...BaseConfig.properties,
  TTS_URL: Type.String(),
  WORKERS: Type.Optional(Type.Integer()),
  HOURS: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  SPEED: Type.Optional(Type.Number({ minimum: 0.5 })),
  WRITES: Type.Optional(Type.Union([Type.Literal('yes'), Type.Literal('no')])),
  TOKEN: Type.Optional(Type.String({ minLength: 16 })),
})

describe('configuration from the environment', () => {
  test('converts values, applies defaults, ignores unknown variables', () => {
    expect(readConfig(Schema, { PORT: '4201', TTS_URL: 'http://x', PATH: '/bin' })).toEqual({
      PORT: 4201,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      TTS_URL: 'http://x',
    })
  })

  test.each([
    [{ PORT: '1' }, 'TTS_URL: is required'],
    [{ PORT: 'x' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '65536' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '1.5' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: ' ' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ TTS_URL: 'x', WORKERS: 'two' }, 'WORKERS: must be a whole number'],
    [{ TTS_URL: 'x', HOURS: '0' }, 'HOURS: must be a number above 0'],
    [{ TTS_URL: 'x', SPEED: '0.4' }, 'SPEED: must be a number of at least 0.5'],
    [{ TTS_URL: 'x', WRITES: 'maybe' }, 'WRITES: must be yes or no'],
    [{ TTS_URL: 'x', TOKEN: 'short' }, 'TOKEN: must be a text of at least 16 characters'],
  ])('rejects %j and names the variable', (env, sentence) => {
    expect(() => readConfig(Schema, env)).toThrow(new OperatorError(sentence))
  })

  test('decision 0057: reads a value from the file in NAME_FILE, and reports an unreadable one', async () => {
    const folder = await temporaryFolder('andscene-config')
    onTestFinished(() => folder.remove())
    const file = join(folder.path, 'url')
    await writeFile(file, 'http://secret\n')
    expect(readConfig(Schema, { TTS_URL_FILE: file })).toMatchObject({ TTS_URL: 'http://secret' })
    expect(readConfig(Schema, { TTS_URL: 'http://x', TTS_URL_FILE: file })).toMatchObject({
      TTS_URL: 'http://x',
    })
    expect(() => readConfig(Schema, { TTS_URL_FILE: join(folder.path, 'gone') })).toThrow(
      new OperatorError('TTS_URL_FILE: cannot be read (ENOENT)'),
    )
  })
})
