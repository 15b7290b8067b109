import { describe, expect, test } from 'vitest'
import { SpeechProviders } from '../speech/providers.ts'
import { ScriptedProvider, voiceOf } from '../testing/scripted-provider.ts'
import { previewText } from './preview-text.ts'
import { VoiceCatalogue } from './voice-catalogue.ts'

function catalogueOf(...providers: ScriptedProvider[]) {
  let time = 1
  const files = new Map<string, Uint8Array>()
  const kept = {
    read: async (path: string) => files.get(path),
    write: async (path: string, bytes: Uint8Array) => void files.set(path, bytes),
  }
  const start = () => new VoiceCatalogue(new SpeechProviders(providers), kept, () => time)
  return { catalogue: start(), restarted: start, files, pass: (ms: number) => (time += ms) }
}

describe('voices', () => {
  test('are sorted: natural ones first, then by locale, then by name (product §2)', async () => {
    const provider = new ScriptedProvider()
    provider.list = async () => [
      { ...voiceOf('test:b'), locale: 'en-US' },
      { ...voiceOf('test:a'), locale: 'en-US' },
      { ...voiceOf('test:c'), locale: 'de-DE' },
      { ...voiceOf('test:d'), locale: 'en-US', category: 'Natural' },
    ]
    const { catalogue } = catalogueOf(provider)
    const sorted = (await catalogue.all()).map(({ voiceId }) => voiceId)
    expect(sorted).toEqual(['test:d', 'test:c', 'test:a', 'test:b'])
  })

  test('product §4: name the deliveries of their provider, none if it has none', async () => {
    const directed = Object.assign(new ScriptedProvider('able'), { deliveries: ['sad'] as const })
    const { catalogue } = catalogueOf(directed, new ScriptedProvider())
    for (const { voiceId, deliveries } of await catalogue.all())
      expect(deliveries).toEqual(voiceId.startsWith('able:') ? ['sad'] : [])
  })

  test('of an unavailable provider remain, and are requested again after a minute', async () => {
    const provider = new ScriptedProvider()
    let calls = 0
    provider.list = async () => {
      calls += 1
      if (calls > 1) throw new Error('away')
      return [voiceOf('test:one')]
    }
    const { catalogue, pass } = catalogueOf(provider)
    await Promise.all([catalogue.find('test:one'), catalogue.all()])
    expect(calls).toBe(1)
    pass(61_000)
    expect(await catalogue.find('test:one')).toBeDefined()
    expect(calls).toBe(2)
  })

  test('have `isActive` of the current request; after an error the last value', async () => {
    let isActive: boolean | undefined = false
    const natural = Object.assign(new ScriptedProvider(), {
      async isActive() {
        if (isActive === undefined) throw new Error('away')
        return isActive
      },
    })
    const { catalogue } = catalogueOf(natural, new ScriptedProvider('other'))
    const active = async () =>
      (await catalogue.all()).filter((voice) => voice.isActive).map(({ voiceId }) => voiceId)
    const others = ['other:one', 'other:two']
    expect(await active()).toEqual(others)
    isActive = true
    expect((await active()).sort()).toEqual([...others, 'test:one', 'test:two'])
    isActive = undefined
    expect(await active()).toHaveLength(4)
    isActive = false
    expect(await active()).toEqual(others)
  })

  test('of a provider that is unavailable at start are those of its previous list', async () => {
    const provider = new ScriptedProvider()
    const { catalogue, restarted, files } = catalogueOf(provider)
    await catalogue.all()
    await expect.poll(() => files.size).toBe(1)
    provider.list = () => Promise.reject(new Error('away'))
    const after = restarted()
    expect((await after.all()).map((voice) => voice.voiceId)).toEqual(['test:one', 'test:two'])
    expect(await after.find('test:two')).toBeDefined()
  })

  test('cannot be looked up without a list of their provider; unknown providers have none', async () => {
    const provider = new ScriptedProvider()
    provider.list = () => Promise.reject(new Error('away'))
    const { catalogue } = catalogueOf(provider)
    await expect(catalogue.find('test:one')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await catalogue.find('unknown:one')).toBeUndefined()
    expect(await catalogue.find('no-prefix')).toBeUndefined()
  })

  test('have previews in their language if there is a sample, or else in English', () => {
    expect(previewText({ locale: 'de-DE', name: 'Anna' })).toContain('ich bin Anna')
    expect(previewText({ locale: 'hi-IN', name: 'Meera' })).toMatch(/^नमस्ते, मेरा नाम Meera है/)
    expect(previewText({ locale: 'mi-NZ', name: 'Aroha' })).toContain('I am Aroha')
  })
})
