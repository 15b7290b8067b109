/** Only one audio at a time (product §4): whoever begins to sound makes the one before fall silent, in whatever tab. */
export type AudioFocus = {
  /** Takes the focus; `release` of the former holder is called first. */
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

/** Messages between the tabs of one browser. */
export type TabChannel = {
  /** Tells all other tabs, not this one. */
  announce(): void
  onAnnounced(listener: () => void): void
}

/** Tabs reach each other through a BroadcastChannel; where there is none, each tab is on its own. */
export function openTabChannel(name: string): TabChannel {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(name)
  } catch {
    // Older browsers lack it, and some refuse it where storage is blocked.
  }
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's already
    announce: () => channel?.postMessage(null),
    onAnnounced: (listener) => channel?.addEventListener('message', listener),
  }
}
