/** What sounds. `release` silences it; `resume` continues it after a sound that only interrupted it. */
export type AudioHolder = { release(): void; resume?(): void }

export type AudioFocus = ReturnType<typeof createAudioFocus>

/** Only one audio at a time (product §4): a sound that begins silences the one before, in any tab. */
export function createAudioFocus(tabs?: TabChannel) {
  let current: AudioHolder | null = null
  /** Resumes when the current holder, which borrowed the focus, leaves it. */
  let interrupted: AudioHolder | null = null

  function pass(next: AudioHolder | null) {
    const former = current
    current = next
    interrupted = null
    former?.release()
    return former
  }

  tabs?.onAnnounced(() => pass(null))
  return {
    /** Takes the focus; `release` of the former holder is called first. */
    take(holder: AudioHolder) {
      if (current === holder) return
      pass(holder)
      tabs?.announce()
    },
    /** Takes the focus for a moment: the former holder resumes afterwards, unless either lost or left it. */
    borrow(holder: AudioHolder) {
      if (current === holder) return
      const former = pass(holder)
      // After its release, which leaves the focus.
      interrupted = former
      tabs?.announce()
    },
    /** Gives it back, if still held. A holder that was interrupted no longer resumes. */
    leave(holder: AudioHolder) {
      if (interrupted === holder) interrupted = null
      if (current !== holder) return
      const former = interrupted
      current = null
      interrupted = null
      former?.resume?.()
    },
  }
}

/** Messages between the tabs of one browser. */
export type TabChannel = {
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
