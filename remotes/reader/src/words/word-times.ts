import { readWordTimes } from '@andscene/contracts/routes/speech'
import type { WordTimes } from '@andscene/contracts/voices/word-time'
import { call } from '@andscene/web-kit/api-client'
import type { Playback } from '../player/playback.ts'

type Asked = Map<string, Promise<WordTimes | undefined>>

/** Clips whose words are remembered for an open script. */
const REMEMBERED = 100

const askedFor = new WeakMap<Playback, Asked>()

/** Requests the word times of a stored clip once; undefined if they cannot be loaded now. */
export function wordTimesOf(playback: Playback, path: string): Promise<WordTimes | undefined> {
  const asked: Asked = askedFor.get(playback) ?? new Map()
  askedFor.set(playback, asked)
  const before = asked.get(path)
  if (before) return before
  const times = call(readWordTimes, { params: { '*': path } }).then(
    ({ data }) => data,
    () => {
      asked.delete(path)
      return undefined
    },
  )
  asked.set(path, times)
  for (const oldest of asked.keys()) if (asked.size > REMEMBERED) asked.delete(oldest)
  return times
}
