import { readConfig } from '@andscene/service-kit/config'
import { Type } from '@andscene/contracts/schema'
import { expect, test } from 'vitest'
import { ProvidersConfig } from '../create-providers.ts'
import { engineThreads } from './create-engine.ts'
import { VoiceFilesConfig } from './model/config.ts'

const Config = Type.Object({ ...VoiceFilesConfig.properties, ...ProvidersConfig.properties })
const read = (env: Record<string, string>) => readConfig(Config, env)

test.each([
  [{}, 8],
  [{ SPEECH_THREADS: '2' }, 2],
  [{ SPEECH_THREADS: '1', SPEECH_ENGINE_THREADS: '4' }, 4],
  [{ SPEECH_THREADS: '64' }, 8],
])('of eight processors, with %j the engine uses %i', (env, threads) => {
  expect(engineThreads(read(env), 8)).toBe(threads)
})
