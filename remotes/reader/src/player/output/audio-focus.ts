/** A sound. `release` stops it; `resume` continues it after a short interruption. */
export type AudioHolder = { release(): void; resume?(): void }

export type AudioFocus = ReturnType<typeof createAudioFocus>

/** Allows one sound at a time (product §4): a new sound stops the one before, in any tab. */
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
    /** Takes the focus, after calling `release` of the former holder. */
    take(holder: AudioHolder) {
      if (current === holder) return
      pass(holder)
      tabs?.announce()
    },
    /** Borrows the focus: the former holder resumes afterwards, unless either of them lost or left it. */
    borrow(holder: AudioHolder) {
      if (current === holder) return
      const former = pass(holder)
      // Set after `release`, which leaves the focus.
      interrupted = former
      tabs?.announce()
    },
    /** Releases the focus if still held. An interrupted holder no longer resumes. */
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

export type TabChannel = {
  announce(): void
  onAnnounced(listener: () => void): void
}

/** Opens a BroadcastChannel; without one, each tab has its own focus. */
export function openTabChannel(name: string): TabChannel {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(name)
  } catch {
    // Older browsers lack it, and some throw when storage is blocked.
  }
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's already
    announce: () => channel?.postMessage(null),
    onAnnounced: (listener) => channel?.addEventListener('message', listener),
  }
}
