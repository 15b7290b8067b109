import { readConfig } from '@andscene/service-kit/config'
import { describe, expect, test } from 'vitest'
import { createProviders, ProvidersConfig, type NaturalParts } from './create-providers.ts'
import { KOKORO_VOICES } from '@andscene/kokoro/voices/kokoro-voices'

const create = (env: Record<string, string>) => createProviders(readConfig(ProvidersConfig, env))
const names = async (env: Record<string, string>) => {
  const providers = create(env)
  await providers.close()
  return providers.list.map(({ name }) => name)
}

describe('providers by configuration (architecture §4)', () => {
  test('are only `local` without settings', async () => {
    expect(await names({})).toEqual(['local'])
    expect(await names({ OPENAI_SPEECH_URL: '', AZURE_SPEECH_KEY: '', AZURE_SPEECH_HOST: '' })).toEqual([
      'local',
    ])
  })

  test('include others when their settings are present', async () => {
    expect(await names({ OPENAI_SPEECH_URL: 'http://localhost:8880/v1' })).toEqual(['local', 'openai'])
    expect(await names({ AZURE_SPEECH_KEY: 'k', AZURE_SPEECH_REGION: 'westeurope' })).toEqual([
      'local',
      'azure',
    ])
    expect(await names({ AZURE_SPEECH_HOST: 'http://localhost:5000' })).toEqual(['local', 'azure'])
  })

  test.each([
    ['English only, without eSpeak NG', false, ['English']],
    ['all languages with eSpeak NG', true, KOKORO_VOICES.map(({ voice }) => voice.language)],
  ])('decision 0038: include natural voices for %s', async (_, espeak, languages) => {
    const engine = { atOnce: 1, speak: () => Promise.reject(new Error('unasked')), async close() {} }
    const natural: NaturalParts = { engine, state: () => ({ state: 'ready' }) }
    const providers = createProviders(readConfig(ProvidersConfig, {}), natural, { espeak })
    const voices = await providers.providerOf('kokoro:any').voices()
    await providers.close()
    expect(new Set(voices.map(({ language }) => language))).toEqual(new Set(languages))
  })

  test.each([
    [{ OPENAI_SPEECH_URL: 'nowhere' }, 'OPENAI_SPEECH_URL'],
    [{ AZURE_SPEECH_HOST: 'nowhere' }, 'AZURE_SPEECH_HOST'],
    [{ AZURE_SPEECH_KEY: 'k' }, 'AZURE_SPEECH_REGION'],
    [{ AZURE_SPEECH_KEY: 'k', AZURE_SPEECH_REGION: 'evil.example/' }, 'AZURE_SPEECH_REGION'],
  ] as const)('are rejected with a sentence that names the variable for %j', (env, variable) => {
    expect(() => create(env)).toThrow(new RegExp(`^${variable}:`))
  })
})
