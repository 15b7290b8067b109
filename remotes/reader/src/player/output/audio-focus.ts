import type { TabChannel } from './tab-channel.ts'

/** Only one audio at a time (product §4): whoever begins to sound makes the one before fall silent, in whatever tab. */
export type AudioFocus = {
  /** Takes the floor; `release` of the former holder is called first. */
  take(holder: { release(): void }): void
  /** Gives it back, if still held. */
  leave(holder: { release(): void }): void
}

export function createAudioFocus(tabs?: TabChannel): AudioFocus {
  let current: { release(): void } | null = null

  function pass(next: { release(): void } | null) {
    const former = current
    current = next
    former?.release()
  }

  tabs?.onAnnounced(() => pass(null))

  return {
    take(holder) {
      if (current === holder) return
      pass(holder)
      tabs?.announce()
    },
    leave(holder) {
      if (current === holder) current = null
    },
  }
}
