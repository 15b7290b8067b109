import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { SpeechProviders } from '../speech/providers.ts'
import { Urgency } from '../speech/urgency.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { createChorus } from './speak-together.ts'
import { Speaker } from './speaker.ts'

test('product §5: a text that is cancelled is not spoken by the other voices', async () => {
  const [one, two] = [new ScriptedProvider('one'), new ScriptedProvider('two')]
  const providers = new SpeechProviders([one, two])
  const options = { threads: 1, remoteConcurrency: 1, limitMs: 30_000, metrics: new Registry() }
  const speak = createChorus({ speaker: new Speaker(providers, options), providers })
  one.hold()
  const cancel = new AbortController()
  const clip = speak({
    voiceId: 'one:a',
    together: ['two:b'],
    text: 'Run.',
    urgency: new Urgency({ priority: 1, isAwaited: false }),
    signal: cancel.signal,
  })
  await expect.poll(() => one.asked).toEqual(['Run.'])
  cancel.abort(new Error('no longer needed'))
  await expect(clip).rejects.toThrow('no longer needed')
  expect(two.asked).toEqual([])
  await providers.close()
})
