import { RESUME_WHEN_ONLINE_MS, RETRY_AFTER_CASTING_MS } from '../limits.ts'
import { isActive } from './player-state.ts'
import type { Playback } from './playback.ts'
import type { Clock } from '../ports.ts'

/** Playback that goes on by itself once what had stopped it is gone. */
export function createRecovery(playback: Playback, clock: Clock, retry: () => void) {
  const { now, reading } = playback
  /** When too many failures last stopped it. */
  let failedAt = Number.NEGATIVE_INFINITY
  /** Whether it was a missing voice that stopped it; forgotten with the next command. */
  let wantsVoice = false
  let castingTimer: number | undefined

  playback.onSilenced(() => {
    clock.clearTimeout(castingTimer)
    wantsVoice = false
  })
  playback.onEnded(({ reason }) => {
    wantsVoice = reason === 'voice'
    if (reason === 'failures') failedAt = clock.now()
  })

  function missesVoice(line: number) {
    const spoken = reading().spokenFrom(line)
    return spoken !== null && 'missing' in reading().request(spoken)
  }

  return {
    /** Once a casting is saved: 500 ms later playback goes on, if it was a missing voice that had stopped it (product §4). */
    castingSaved() {
      if (!wantsVoice) return
      clock.clearTimeout(castingTimer)
      castingTimer = clock.setTimeout(() => {
        if (wantsVoice && !missesVoice(now().line)) retry()
      }, RETRY_AFTER_CASTING_MS)
    },
    /** The network is back: what only its absence had stopped goes on. */
    online() {
      const { error } = now()
      const isRecent = clock.now() - failedAt <= RESUME_WHEN_ONLINE_MS
      if (!isActive(now()) && isRecent && error?.kind === 'failed' && error.offline) retry()
    },
  }
}
