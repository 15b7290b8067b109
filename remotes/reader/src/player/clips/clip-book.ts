import type { AudioCache, Line } from '@andscene/contracts/script'
import { Emitter } from '@andscene/web-kit/emitter'

export type ClipBook = ReturnType<typeof createClipBook>

/** Whether a clip has the assigned voice and, for a line spoken in its own language, that language. */
export const isSpokenBy = (
  clip: AudioCache | undefined,
  voiceId: string | undefined,
  language: string | undefined,
): boolean => voiceId !== undefined && clip?.voiceId === voiceId && clip.language === language

const same = (a: AudioCache | undefined, b: AudioCache | undefined) =>
  a?.path === b?.path &&
  a?.language === b?.language &&
  a?.voiceId === b?.voiceId &&
  a?.readsDirections === b?.readsDirections &&
  a?.durationMs === b?.durationMs

/** The known server clips by line. Entries change one by one, so that only their lines render again. */
export function createClipBook() {
  const clips = new Map<string, AudioCache>()
  let version = 0
  let isRead = true
  const { subscribe, emit } = new Emitter<[lineIds: readonly string[]]>()

  /** A clip with directions is of no use to a listener who hears pauses, and the other way round. */
  const isHeard = (clip: AudioCache) => (clip.readsDirections ?? isRead) === isRead

  function put(lineId: string, given: AudioCache | undefined): boolean {
    const clip = given && isHeard(given) ? given : undefined
    if (same(clips.get(lineId), clip)) return false
    if (clip) clips.set(lineId, clip)
    else clips.delete(lineId)
    return true
  }

  function announce(changed: readonly string[]): void {
    if (changed.length === 0) return
    version += 1
    emit(changed)
  }

  return {
    get: (lineId: string) => clips.get(lineId),
    set: (lineId: string, clip: AudioCache | undefined) => announce(put(lineId, clip) ? [lineId] : []),
    /** Adopts lines as the server sent them; a line without a clip removes the entry. */
    update: (lines: readonly Pick<Line, '_id' | 'audioCache'>[]) =>
      announce(lines.filter((line) => put(line._id, line.audioCache)).map(({ _id }) => _id)),
    /** Sets whether the narrator reads directions inside speeches. Drops the clips of the other way; returns whether any. */
    readDirections(next: boolean): boolean {
      isRead = next
      const others = [...clips].flatMap(([lineId, clip]) => (isHeard(clip) ? [] : [lineId]))
      announce(others.filter((lineId) => put(lineId, undefined)))
      return others.length > 0
    },
    /** Changes with every update. */
    version: () => version,
    subscribe,
  }
}
