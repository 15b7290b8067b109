/** Only one audio at a time (SPEC §4): whoever begins to sound makes the one before fall silent. */
export type AudioFocus = {
  /** Takes the floor; `release` of the former holder is called first. */
  take(holder: { release(): void }): void
  /** Gives it back, if still held. */
  leave(holder: { release(): void }): void
}

export function createAudioFocus(): AudioFocus {
  let current: { release(): void } | null = null
  return {
    take(holder) {
      if (current === holder) return
      const former = current
      current = holder
      former?.release()
    },
    leave(holder) {
      if (current === holder) current = null
    },
  }
}
