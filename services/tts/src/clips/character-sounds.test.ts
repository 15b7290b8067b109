import type { SourceLine } from '@andscene/contracts/internal'
import type { Casting } from '@andscene/contracts/script'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { expect, test } from 'vitest'
import { apiHarness } from '../testing/api-harness.ts'
import type { FakeScript } from '../testing/scripts-stub.ts'

const on = apiHarness()
const LINES: SourceLine[] = [
  { _id: 'l1', type: 'Dialogue', text: 'Who lives here?', character: 'ANNA' },
  { _id: 'l2', type: 'Dialogue', text: 'No one knows.', character: 'ANNA' },
]
const script = (castingVersion: number, over: Partial<Casting> = {}): FakeScript => ({
  ownerId: 'owner',
  casting: { characterAssignments: { ANNA: 'test:one' }, ...over },
  castingVersion,
  lines: LINES,
})

test('product §5: a character that sounds otherwise has the same clips, and none is made again', async () => {
  await on.withWorker()
  const plan = async () => {
    await on.harness.plan('s1')
    await on.planned()
    await expect.poll(() => on.jobs('active', 'waiting', 'prioritized', 'delayed')).toBe(0)
    return (await on.harness.index.ofScript('s1')).map(({ path }) => path).toSorted()
  }
  on.script('s1', script(1))
  const before = await plan()
  expect(before).toHaveLength(2)
  on.script('s1', script(2, { characterSounds: { ANNA: { pace: 0.8, pitch: -3, place: 'phone' } } }))
  expect(await plan()).toEqual(before)
  const request = { voiceId: 'test:one', scriptId: 's1', lineId: 'l2', text: LINES[1]!.text }
  expect((await on.generate(request)).headers[CLIP_HEADERS.fromCache]).toBe('true')
  expect(on.provider.asked).toHaveLength(2)
})
