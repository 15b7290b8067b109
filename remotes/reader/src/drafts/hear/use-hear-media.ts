import { useEffect, useMemo } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { mediaText } from '../../page/transport/use-keys.ts'
import { lendMediaKeys } from '../../player/device/other-media.ts'
import { isActive } from '../../player/engine/state.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { endHearing, type Hearing } from './hearing.ts'

/** While changes are heard, the media keys and the lock screen act on them: the track keys move between changes. */
export function useHearMedia({ player, items, source }: Hearing): void {
  const { player: script, lines, script: open } = useOpenScript()
  // The script is played, and its sound has paused this one.
  const isPassedOver = isActive(usePlayerState(script))
  const old = source.old.content.lines
  const media = useMemo(
    () => ({
      player: {
        ...player,
        stop: endHearing,
        moveSpoken: (direction: 'next' | 'previous') => player.move('scene', direction),
      },
      describe(at: number) {
        const item = items[Math.max(at, 0)]
        const line = item?.kind === 'line' ? (item.of === 'old' ? old : lines)[item.index] : undefined
        return mediaText(line, open.title)
      },
    }),
    [player, items, old, lines, open.title],
  )
  useEffect(() => (isPassedOver ? undefined : lendMediaKeys(media)), [isPassedOver, media])
}
