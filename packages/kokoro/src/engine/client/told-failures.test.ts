import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SpeakingFailed } from './engine-failure.ts'
import type { NaturalEngineOptions } from './natural-engine.ts'
import { request } from '../testing/test-engine-requests.ts'
import { tinyVoices } from '../testing/test-engine.ts'

// /api/health shows the reason to every user.

test.each<[string, (folder: string) => Partial<NaturalEngineOptions>, string]>([
  ['failed', (folder) => ({ modelFolder: folder }), 'The engine of the natural voices failed.'],
  [
    'ended',
    (folder) => ({ entry: new URL(`file://${folder}/main.ts`) }),
    'The engine of the natural voices ended unexpectedly.',
  ],
  [
    'could not be started',
    (folder) => ({ temporary: folder.repeat(9) }),
    'The engine of the natural voices could not be started.',
  ],
])(
  'reports an engine that %s in a sentence without folders; only the log names them',
  async (_, options, told) => {
    const voices = await tinyVoices()
    const folder = join(voices.voicesDir, 'missing')
    const engine = voices.engine(options(folder))
    for (let death = 1; death <= 3; death++) {
      const error: SpeakingFailed = await engine.speak(request('Hello.')).then(
        () => expect.fail('it spoke'),
        (thrown) => thrown as SpeakingFailed,
      )
      expect(error).toMatchObject({ kind: 'server', message: told })
      const { cause } = error
      expect(cause instanceof Error ? cause.message : cause).toContain(folder)
    }
    expect(engine.state).toEqual({
      state: 'resting',
      reason: `Natural voices rest for some minutes, as their engine failed again and again. ${told}`,
    })
  },
)
