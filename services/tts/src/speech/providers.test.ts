import { describe, expect, test } from 'vitest'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { SpeechError } from './provider.ts'
import { SpeechProviders } from './providers.ts'

const providers = new SpeechProviders([new ScriptedProvider('azure'), new ScriptedProvider('local')])

describe('providers together', () => {
  test.each(['', 'local', ':x', 'other:x', 'locals:x'])('know no provider of the id %j', (voiceId) => {
    expect(() => providers.providerOf(voiceId)).toThrow(SpeechError)
  })

  test('find the provider that the id names', () => {
    expect(providers.providerOf('azure:en-US-Jenny').name).toBe('azure')
  })
})
