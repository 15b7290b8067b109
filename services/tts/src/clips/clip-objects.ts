import { fits } from '@andscene/contracts/schema/fits'
import { WordTimes, type WordTime } from '@andscene/contracts/voices/word-time'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { wordsPath } from './clip-path.ts'

/** Removes clips with their timing files; returns the number of clips. */
export async function removeClips(
  objects: Pick<AudioObjects, 'remove'>,
  paths: readonly string[],
): Promise<number> {
  // In this order: what is interrupted is repeated as long as there are clips.
  await objects.remove(paths.map(wordsPath))
  return objects.remove(paths)
}

/** Stores the timing file of a clip. A clip without one is complete, so failures are ignored. */
export async function writeWordTimes(
  objects: Pick<AudioObjects, 'write'>,
  path: string,
  { text, words = [] }: { text: string; words: readonly WordTime[] | undefined },
): Promise<void> {
  if (words.length === 0) return
  const file = Buffer.from(JSON.stringify({ text, words }))
  await objects.write(wordsPath(path), file).catch(() => {})
}

/** Returns undefined if there is no timing file, or a damaged one. */
export async function readWordTimes(
  objects: Pick<AudioObjects, 'read'>,
  path: string,
): Promise<WordTimes | undefined> {
  try {
    const file = await objects.read(wordsPath(path))
    const times: unknown = file && JSON.parse(Buffer.from(file).toString('utf8'))
    return fits(WordTimes, times) ? times : undefined
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return undefined
  }
}
