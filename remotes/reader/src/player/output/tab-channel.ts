/** Word between the tabs of one browser. */
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
