import type { AudioCache, Script } from '@andscene/contracts/script'
import { holdWhile } from '@andscene/web-kit/safe-moment'
import { castingInDraft } from '../../casting/casting-in-draft.ts'
import { mapOf } from '../../page/open-script.ts'
import { createSounds } from '../../player/clips/sounds.ts'
import { connectWakeLock } from '../../player/device/wake-lock.ts'
import { createPlayer, type Player } from '../../player/engine/player.ts'
import { createReading, readsDirections } from '../../player/engine/reading.ts'
import { isActive } from '../../player/engine/state.ts'
import { soundSystem } from '../../player/output/sound-system.ts'
import type { Playback, PlaybackSource } from '../../player/playback.ts'
import type { ClipSource } from '../../player/ports.ts'
import type { HearItem } from './hear-items.ts'
import { createHearReading, isTone, type DraftReadings } from './hear-reading.ts'
import { toneWav } from './tone.ts'

type Hearing = {
  playback: Playback
  /** Of the shown draft. */
  source: PlaybackSource
  /** The script with the lines and the cast of the draft that the shown one is compared with. */
  old: Script
}

/** The player's views of both drafts. */
export function readingsOf({ playback, source, old }: Hearing): DraftReadings {
  const { scriptId, clips } = playback
  const { lines } = old.content
  const isRead = readsDirections(source)
  const stored = new Map<string, AudioCache | undefined>(
    lines.map(({ _id, audioCache }) => [_id, audioCache]),
  )
  const storedOld = (lineId: string) => {
    const clip = stored.get(lineId)
    return clip && (clip.readsDirections ?? isRead) === isRead ? clip : undefined
  }
  const own = { ...source, scriptId, passesVoiceless: true }
  return {
    new: { lines: source.lines, reading: createReading({ ...own, stored: clips.get }) },
    old: {
      lines,
      reading: createReading({
        ...own,
        lines,
        map: mapOf(lines),
        draftNumber: old.draft?.number,
        casting: castingInDraft(source.casting, old),
        stored: storedOld,
      }),
    },
  }
}

/** Clips, and the tone, which is made here. */
const withTone = (clips: ClipSource): ClipSource => ({
  fetch: async (request, signal, options) =>
    isTone(request) ? toneWav() : clips.fetch(request, signal, options),
  discard: (request) => void (isTone(request) || clips.discard(request)),
})

export type HearSession = { player: Player; end(): void }

/**
 * A player of its own for these items, which leaves the place in the script unchanged. It follows the speed of the
 * script's player; each of them pauses the other.
 */
export function openHearSession(
  items: readonly HearItem[],
  readings: DraftReadings,
  { player: script, clipSource }: Playback,
): HearSession {
  const { clock, output, focus, queue } = soundSystem
  const player = createPlayer({
    clock,
    output,
    sounds: createSounds({ clips: withTone(clipSource), output, clock, queue }),
    progress: { save: () => undefined },
    focus,
    reading: createHearReading(items, readings),
    rate: script.getSnapshot().rate,
  })
  const online = () => player.online()
  addEventListener('online', online)
  const ends = [
    script.subscribe(() => player.setRate(script.getSnapshot().rate)),
    connectWakeLock(player),
    holdWhile(player.subscribe, () => isActive(player.getSnapshot())),
  ]
  return {
    player,
    end() {
      removeEventListener('online', online)
      for (const end of ends) end()
      player.dispose()
    },
  }
}
