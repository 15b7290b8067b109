import type { AudioCache, Line } from '@andscene/contracts/script'

/** What the server is known to hold for each line. Rows change one by one, so that a screen redraws only those. */
export type ClipBook = {
  get(lineId: string): AudioCache | undefined
  set(lineId: string, clip: AudioCache | undefined): void
  /** Takes over lines as the server has sent them; a line without a clip has none. True when something changed. */
  update(lines: readonly Pick<Line, '_id' | 'audioCache'>[]): boolean
  subscribe(listener: () => void): () => void
}

const same = (a: AudioCache | undefined, b: AudioCache | undefined) =>
  a?.path === b?.path && a?.voiceId === b?.voiceId && a?.durationMs === b?.durationMs

export function createClipBook(): ClipBook {
  const clips = new Map<string, AudioCache>()
  const listeners = new Set<() => void>()

  function put(lineId: string, clip: AudioCache | undefined): boolean {
    if (same(clips.get(lineId), clip)) return false
    if (clip) clips.set(lineId, clip)
    else clips.delete(lineId)
    return true
  }

  const announce = (changed: boolean) => {
    if (changed) for (const listener of listeners) listener()
    return changed
  }

  return {
    get: (lineId) => clips.get(lineId),
    set: (lineId, clip) => void announce(put(lineId, clip)),
    update: (lines) =>
      announce(lines.reduce((changed, line) => put(line._id, line.audioCache) || changed, false)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
