import { describe, expect, it } from 'vitest'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { SpeechError } from './provider.ts'
import { SpeechProviders } from './providers.ts'

const providers = new SpeechProviders([new ScriptedProvider('azure'), new ScriptedProvider('local')])

describe('providers together', () => {
  it.each(['', 'local', ':x', 'other:x', 'locals:x'])('know no provider of the id %j', (voiceId) => {
    expect(() => providers.providerOf(voiceId)).toThrow(SpeechError)
  })

  it('find the provider that the id names', () => {
    expect(providers.providerOf('azure:en-US-Jenny').name).toBe('azure')
  })
})
