import { narratedChannel } from '@andscene/contracts/queues'
import { describe, expect, test } from 'vitest'
import { expectNarrated } from '../testing/expectations.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()

describe('architecture §7: from a saved casting to stored clips', () => {
  test('automatically queues the next clips of a script that is longer than the window', async () => {
    on.script('s1', 60)
    let most = 0
    on.provider.speak = async () => {
      most = Math.max(most, await on.jobs('prioritized'))
    }
    // The reconciler checks only once a minute, so it does not queue them.
    await on.harness.worker([on.provider], { QUEUE_WINDOW: '10' })
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    expect(on.provider.asked.toSorted()).toEqual(
      Array.from({ length: 60 }, (_, n) => `Text number ${n}.`).toSorted(),
    )
    expect(most).toBeLessThanOrEqual(10)
  })

  test('product §12: announces that no clip is missing, also when the casting is saved again', async () => {
    const announced = await on.messages(narratedChannel)
    on.script('s1', 6)
    // The reconciler checks only once a minute, so it does not announce it.
    const worker = await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    await expect.poll(() => announced).toContain('s1')
    // Another worker, which has made none of the clips, announces it.
    await worker.close()
    announced.length = 0
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await expect.poll(() => announced).toEqual(['s1'])
  })
})
