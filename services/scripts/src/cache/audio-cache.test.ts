import type { ClipRow } from '@andscene/contracts/internal'
import type { Line } from '@andscene/contracts/script'
import { expect, test } from 'vitest'
import { jsonWithAudioCache, withAudioCache } from './audio-cache.ts'
import { ScriptLines } from './script-lines.ts'

const CASTING = { characterAssignments: {}, narrationVoiceId: 'v:one' }
const COUNT = 20_000

/** Counts the turns of the event loop that were free for other work until `work` was done. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let done = false
  const turn = () => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  const result = await work.finally(() => {
    done = true
  })
  return { result, turns }
}

test('architecture §6: composing the cache state of a long script does not block the event loop', async () => {
  const lines = Array.from({ length: COUNT }, (_, n) => ({
    _id: `l${n}`,
    type: 'Action',
    text: `Line number ${n}.`,
    act: 1,
  })) satisfies Line[]
  const stored = JSON.stringify(lines)
  const script = new ScriptLines(stored)
  const rows = lines.map((_line, n): ClipRow => ({
    path: `scripts/s1/v/${n}.mp3`,
    contentType: 'audio/mpeg',
    voiceId: 'v:one',
    textHash: script.textHash(n, { casting: CASTING })!,
    durationMs: n,
    bytes: 1,
    lastUpdated: '2026-01-01T00:00:00.000Z',
  }))
  const clips = Map.groupBy(rows.slice(0, -1), ({ textHash }) => textHash)
  const fresh = new ScriptLines(stored)
  const { result: json, turns } = await turnsDuring(jsonWithAudioCache(fresh, { casting: CASTING }, clips))
  expect(turns).toBeGreaterThan(3)
  expect(JSON.parse(json)).toEqual(withAudioCache(script, { casting: CASTING }, clips, 0, COUNT))
  expect(JSON.parse(json)[4_711]).toMatchObject({ _id: 'l4711', audioCache: { durationMs: 4_711 } })
  expect(await jsonWithAudioCache(new ScriptLines('[]'), { casting: CASTING }, clips)).toBe('[]')
})
