import type { Voice } from '@andscene/contracts/voice'
import { describe, expect, it } from 'vitest'
import { SpeechError, type SpeechProvider } from './provider.ts'
import { SpeechProviders } from './providers.ts'

function provider(name: string, voices: () => Promise<Voice[]>): SpeechProvider {
  return {
    name,
    engineVersion: '1',
    cpuBound: false,
    voices,
    synthesise: async ({ text }) => ({ mp3: new TextEncoder().encode(`${name} ${text}`), durationMs: 1 }),
    close: async () => {},
  }
}
const voice = (voiceId: string) => ({ voiceId }) as Voice
const down = provider('azure', async () => {
  throw new SpeechError('network', 'Not reached.')
})
const up = provider('local', async () => [voice('local:a')])

describe('providers together', () => {
  it('leave the others usable when one is down', async () => {
    const providers = new SpeechProviders([down, up])
    expect(await providers.voices()).toEqual([voice('local:a')])
    const { mp3 } = await providers.synthesise({ voiceId: 'local:a', text: 'hi' })
    expect(new TextDecoder().decode(mp3)).toBe('local hi')
  })

  it('say why when none answers', async () => {
    await expect(new SpeechProviders([down]).voices()).rejects.toMatchObject({ kind: 'network' })
  })

  it.each(['', 'local', ':x', 'other:x', 'locals:x'])('know no provider of the id %j', (voiceId) => {
    expect(() => new SpeechProviders([up]).providerOf(voiceId)).toThrow(SpeechError)
  })

  it('find the provider that the id names', () => {
    expect(new SpeechProviders([down, up]).providerOf('azure:en-US-Jenny').name).toBe('azure')
  })
})
