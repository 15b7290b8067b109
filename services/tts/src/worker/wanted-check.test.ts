import { createServiceClient } from '@andscene/service-kit/calls/service-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { ScriptClipsReader } from '../clips/script-clips.ts'
import { ScriptNotes } from '../pipeline/script-notes.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { voiceOf } from '../testing/scripted-provider.ts'
import { plannerHarness } from '../testing/planner-harness.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { WantedCheck, type PlannedClip } from './wanted-check.ts'

const on = plannerHarness()
let wanted: WantedCheck
let clip: PlannedClip
let later = 0

beforeEach(async () => {
  const { harness, provider } = on
  later = 0
  const catalogue = new VoiceCatalogue(
    new SpeechProviders([provider]),
    harness.objects,
    () => Date.now() + later,
  )
  const scripts = createServiceClient(harness.signer, 'scripts', harness.scripts.url)
  const notes = new ScriptNotes(harness.lineAudio, harness.environment.QUEUE_PREFIX)
  wanted = new WantedCheck(new ScriptClipsReader(scripts, catalogue), notes, catalogue)
  harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  await on.plan()
  const [first] = await on.order()
  clip = { ...first!.data, scriptId: 's1' }
})

describe('architecture §7: the check for clips that the current casting needs', () => {
  test('accepts clips planned for that casting without reading the script', async () => {
    const asked = on.harness.scripts.asked()
    for (let n = 0; n < 100; n += 1) {
      on.script(`other-${n}`, 1)
      await on.plan({ scriptId: `other-${n}` })
    }
    const planned = on.harness.scripts.asked()
    for (const { data } of await on.order())
      expect(await wanted.has({ ...data, scriptId: data.scriptId! })).toBe(true)
    expect([asked < planned, on.harness.scripts.asked()]).toEqual([true, planned])
  })

  test('accepts a clip of an older casting only if the current one needs it, too', async () => {
    on.script('s1', { ...scriptOf(3, 'test:one'), castingVersion: 2 })
    await on.plan()
    expect(await wanted.has(clip)).toBe(true)
    expect(await wanted.needs(clip.path)).toBe(true)
    on.script('s1', recast(on.harness.scripts.scripts.get('s1')!, 'test:two'))
    await on.plan()
    expect(await wanted.has(clip)).toBe(false)
    expect(await wanted.needs(clip.path)).toBe(false)
  })

  test('a preview is needed by no casting; a clip of a script that cannot be read may be', async () => {
    expect(await wanted.needs(clip.path.replace('scripts/s1', 'previews/ada'))).toBe(false)
    await on.harness.scripts.close()
    expect(await wanted.needs(clip.path.replace('/s1/', '/s2/'))).toBe(true)
  })

  test('reads a script only once when it was recast while its clips waited', async () => {
    const clips: PlannedClip[] = []
    for (let n = 0; n < 80; n += 1) {
      const id = `recast-${n}`
      on.script(id, 2)
      await on.plan({ scriptId: id })
      on.script(id, { ...scriptOf(2, 'test:one'), castingVersion: 2 })
      await on.plan({ scriptId: id })
    }
    for (const { data } of await on.order())
      if (data.scriptId !== 's1') clips.push({ ...data, scriptId: data.scriptId! })
    const inTurn = async () => Promise.all(clips.map((each) => wanted.has(each)))
    expect(new Set(await inTurn())).toEqual(new Set([true]))
    const asked = on.harness.scripts.asked()
    await inTurn()
    expect([clips.length, on.harness.scripts.asked()]).toEqual([160, asked])
  })

  test('rejects a clip whose voice was removed', async () => {
    on.provider.list = async () => [voiceOf('test:two')]
    later = 120_000
    expect(await wanted.has(clip)).toBe(false)
  })

  test('rejects a clip of another engine version', async () => {
    expect(await wanted.has({ ...clip, path: clip.path.replace(/.{4}\.mp3$/, '0000.mp3') })).toBe(false)
  })

  test('reads the script for a job of an older release, which has no casting version', async () => {
    const { castingVersion: _none, ...older } = clip
    expect(await wanted.has(older)).toBe(true)
  })
})
