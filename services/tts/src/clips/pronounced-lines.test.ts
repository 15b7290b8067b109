import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { describe, expect, test, vi } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import type { FakeScript } from '../testing/scripts-stub.ts'

const TEXTS = ['Siobhan!', 'Where is Tom?', 'I saw SIOBHAN’s car.', 'No one.', 'Siobhanna is not here.']
const on = apiHarness()

const script = (castingVersion: number, pronunciations: Pronunciation[] = []): FakeScript => ({
  ownerId: 'owner',
  casting: { characterAssignments: { ANNA: 'test:one', BEN: 'test:two' } },
  castingVersion,
  pronunciations,
  lines: ['ANNA', 'BEN'].flatMap((character) =>
    TEXTS.map((text, n) => ({ _id: `${character}-${n}`, type: 'Dialogue', text, character })),
  ),
})
/** Plans the script and waits for its clips; returns the number of texts that were spoken for it. */
async function spokenFor(changed: FakeScript): Promise<number> {
  const before = on.provider.asked.length
  on.script('s1', changed)
  await on.harness.plan('s1')
  await on.planned()
  await expect.poll(() => on.jobs('active', 'waiting', 'prioritized', 'delayed')).toBe(0)
  return on.provider.asked.length - before
}
const said = (says: string, more: Partial<Pronunciation> = {}): Pronunciation => ({
  word: 'siobhan',
  says,
  as: 'respelling',
  ...more,
})

describe('product §5: a pronunciation', () => {
  test('makes only the clips with its word again, and none that was made before', async () => {
    await on.withWorker()
    expect(await spokenFor(script(1))).toBe(10)
    // Two lines of each of the two characters contain the word.
    expect(await spokenFor(script(2, [said('shi-VAWN')]))).toBe(4)
    expect(await spokenFor(script(3, [said('shi-VAWN'), said('SHIV', { character: 'BEN' })]))).toBe(2)
    expect(await spokenFor(script(4, [said('shi-VAWN', { word: 'Aoife' })]))).toBe(0)
    expect(await spokenFor(script(5))).toBe(0)
  })

  test('is heard in the requested line, from the clip of the plan', async () => {
    await on.withWorker()
    await spokenFor(script(1))
    const hear = () => on.generate({ voiceId: 'test:one', scriptId: 's1', lineId: 'ANNA-0', text: TEXTS[0]! })
    const plain = await hear()
    await spokenFor(script(2, [said('shi-VAWN')]))
    const pronounced = await hear()
    expect(pronounced.headers[CLIP_HEADERS.fromCache]).toBe('true')
    expect(pronounced.headers[CLIP_HEADERS.path]).not.toBe(plain.headers[CLIP_HEADERS.path])
  })

  test('is heard in a preview, for any character; wrong IPA is refused', async () => {
    const synthesise = vi.spyOn(on.provider, 'synthesise')
    await on.withWorker()
    const preview = (says: string, as: 'ipa' | 'respelling') =>
      on.post('/api/voices/preview', {
        voiceId: 'test:one',
        text: 'Siobhan is here.',
        pronunciation: said(says, { as, character: 'BEN' }),
      })
    expect((await preview('shi-VAWN', 'respelling')).statusCode).toBe(200)
    expect(synthesise.mock.lastCall![0].sounds).toEqual([
      { at: 0, length: 7, ipa: 'ʃɪˈvɔːn', spelled: 'shivawn' },
    ])
    const wrong = await preview('ʃɪ§', 'ipa')
    expect([wrong.statusCode, wrong.json().error]).toEqual([
      400,
      expect.stringMatching(/^There is no sound "§" at position 3\./),
    ])
  })
})
