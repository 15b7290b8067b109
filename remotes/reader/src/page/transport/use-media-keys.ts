import { useEffect } from 'react'
import { connectMediaSession } from '../../player/device/media-session.ts'
import { useOpenScript } from '../open-script.ts'
import { seekBy, seekTo } from './seek.ts'
import { elapsedMs, useQuietTimes } from './use-script-times.tsx'

/** Media keys and the lock screen act on the open script. */
export function useMediaKeys(): void {
  const { lines, script, playback } = useOpenScript()
  const { player } = playback
  const { title } = script
  const times = useQuietTimes()
  useEffect(
    () =>
      connectMediaSession(
        player,
        (line) => ({
          title: lines[line]?.text ?? title,
          artist: lines[line]?.character ?? '',
          album: title,
        }),
        {
          elapsedMs: () => elapsedMs(times, player),
          totalMs: () => times.totalMs(player.getSnapshot().rate),
          seekBy: (ms) => seekBy(player, times, ms),
          seekTo: (ms) => seekTo(player, times, ms),
          subscribe: times.subscribe,
        },
      ),
    [player, lines, title, times],
  )
}
