import { clipJobId } from '@andscene/contracts/queues'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ScriptClips, ScriptClipsReader, ScriptHead } from '../clips/script-clips.ts'
import { wantedClips } from '../clips/wanted-clips.ts'
import { Allowance } from '../pipeline/allowance.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { embeddedStorage } from '../testing/embedded-storage.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { storedClip } from '../testing/stored-clip.ts'
import { VoiceCatalogue } from '../voices/voice-catalogue.ts'
import { narrationCounts, NarrationStatus } from './narration-status.ts'

const MINUTE_MS = 60_000

const on = embeddedStorage()
let script: ScriptClips
let paths: string[]
let failed: Map<string, number>
let status: NarrationStatus
/** Number of rows that were read from the index. */
let rowsRead: number

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { index } = on
  const source = { scriptId: 's1', ...scriptOf(100, 'test:one') }
  // One clip for two lines, lines in which nothing can be spoken, and one without a voice.
  for (const text of ['Text number 0.', ' ', '+', '...', '\u0007'])
    source.lines.push({ _id: `line-${source.lines.length}`, type: 'Action', text })
  source.lines.push({ _id: 'uncast', type: 'Dialogue', text: 'Hello.', character: 'Uncast' })
  const catalogue = new VoiceCatalogue(new SpeechProviders([new ScriptedProvider()]), {
    read: async () => undefined,
    write: async () => undefined,
  })
  script = { ...source, ...(await wantedClips(source, catalogue)) }
  paths = [...script.clips.keys()]
  failed = new Map()
  rowsRead = 0
  status = new NarrationStatus(
    {
      versionOf: (id) => index.versionOf(id),
      async *pathsOf(id, since) {
        for await (const page of index.pathsOf(id, since)) {
          rowsRead += page.length
          yield page
        }
      },
    },
    { failed: async () => failed },
  )
})
afterEach(() => void vi.useRealTimers())

const store = (...which: string[]) =>
  Promise.all(which.map((path) => on.index.put(storedClip({ path, scriptId: 's1' }))))
const countTwentyTimes = () => Promise.all(Array.from({ length: 20 }, () => status.of(script)))
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('product §7: progress of a narration', () => {
  test('reads stored clips once for twenty concurrent requests, and after that only newer clips', async () => {
    await store(...paths.slice(0, 50))
    pass(2 * MINUTE_MS)
    const counts = { total: 101, ready: 51, waiting: 50, failed: 0 }
    expect(await countTwentyTimes()).toEqual(Array.from({ length: 20 }, () => counts))
    for (let asked = 0; asked < 20; asked += 1) expect(await status.of(script)).toEqual(counts)
    expect(rowsRead).toBe(50)

    await store(paths[70]!)
    pass(2 * MINUTE_MS)
    await store(paths[71]!)
    await countTwentyTimes()
    await store(paths[72]!)
    expect(await countTwentyTimes()).toContainEqual({ total: 101, ready: 54, waiting: 47, failed: 0 })
    // Clips of the last minute are read again, because the clocks of processes differ.
    expect(rowsRead).toBe(50 + 52 + 2)
  })

  test('counts a clip whose time is earlier than that of a counted one', async () => {
    await store(paths[1]!)
    await status.of(script)
    pass(-MINUTE_MS / 2)
    await store(paths[2]!)
    expect(await status.of(script)).toMatchObject({ ready: 2 })
  })

  test('counts everything again after a clip is removed or the casting changes', async () => {
    await store(...paths)
    expect(await status.of(script)).toEqual({ total: 101, ready: 101, waiting: 0, failed: 0 })
    await on.index.remove([paths[0]!])
    expect(await status.of(script)).toEqual({ total: 101, ready: 99, waiting: 2, failed: 0 })
    await on.index.removeScript('s1')
    expect(await status.of(script)).toMatchObject({ ready: 0, waiting: 101 })
    await store(...paths)
    // Two lines need the first clip.
    const clips = new Map([...script.clips].slice(0, 10))
    const other = { ...script, castingVersion: 2, clips, spokenLines: 11 }
    expect(await status.of(other)).toEqual({ total: 11, ready: 11, waiting: 0, failed: 0 })
  })

  test('counts a permanently failed clip as failed until it is retried or stored', async () => {
    failed
      .set(clipJobId({ path: paths[0]!, scriptId: 's1' }), 1)
      .set(clipJobId({ path: paths[3]!, scriptId: 's1' }), 2)
    expect(await status.of(script)).toEqual({ total: 101, ready: 0, waiting: 98, failed: 3 })
    await store(paths[3]!)
    expect(await status.of(script)).toEqual({ total: 101, ready: 1, waiting: 98, failed: 2 })
    failed.clear()
    expect(await status.of(script)).toEqual({ total: 101, ready: 1, waiting: 100, failed: 0 })
  })
})

test.each([
  [1, 11, {}],
  [1, 12, { pausedUntil: '2026-01-03T00:00:00.000Z' }],
  [0, 12, {}],
])(
  'product §10: with %d waiting lines and %d of 12 hours used, the figures contain %j',
  async (waiting, used, pause) => {
    const counts = { total: 5, ready: 5 - waiting, waiting, failed: 0 }
    const usage = async ({ ownerId, day }: { ownerId: string; day: string }) =>
      ownerId === 'ann' && day === '2026-01-02' ? used * 3_600_000 : 0
    const parts = {
      scriptClips: { of: async () => ({}) } as unknown as ScriptClipsReader,
      status: { of: async () => counts },
      allowance: new Allowance({ usage }, { hours: 12, now: () => Date.UTC(2026, 0, 2, 12) }),
    }
    expect(await narrationCounts(parts, { scriptId: 's1', ownerId: 'ann' } as ScriptHead, {})).toEqual({
      ...counts,
      ...pause,
    })
  },
)
