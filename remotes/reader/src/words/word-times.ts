import { readWordTimes } from '@andscene/contracts/routes/speech'
import type { LineWordTime } from '@andscene/contracts/voices/word-time'
import { call } from '@andscene/web-kit/api-client'
import type { Playback } from '../player/playback.ts'

type Words = readonly LineWordTime[]
type Asked = Map<string, Promise<Words | undefined>>
/** A line and its stored clip, which other lines may share. */
export type LineClip = { lineId: string; path: string }

/** Clips whose words are remembered for an open script. */
const REMEMBERED = 100

const askedFor = new WeakMap<Playback, Asked>()

/** Requests the word times of a line's clip once; undefined if they cannot be loaded now. */
export function wordTimesOf(playback: Playback, { lineId, path }: LineClip): Promise<Words | undefined> {
  const asked: Asked = askedFor.get(playback) ?? new Map()
  askedFor.set(playback, asked)
  const key = `${lineId} ${path}`
  const before = asked.get(key)
  if (before) return before
  const times = call(readWordTimes, { params: { '*': path }, query: { lineId, ...playback.ofDraft() } }).then(
    ({ data }) => data.words,
    () => {
      asked.delete(key)
      return undefined
    },
  )
  asked.set(key, times)
  for (const oldest of asked.keys()) if (asked.size > REMEMBERED) asked.delete(oldest)
  return times
}
