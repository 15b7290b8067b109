import type { Player } from '../engine/player.ts'

/** Keeps the screen awake while playing, where the browser can. Returns the end of it. */
export function connectWakeLock(player: Player): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let lock: WakeLockSentinel | null = null
  let asking = false

  async function hold() {
    if (lock || asking || document.visibilityState !== 'visible') return
    asking = true
    try {
      const taken = await navigator.wakeLock.request('screen')
      taken.addEventListener('release', () => {
        if (lock === taken) lock = null
      })
      lock = taken
      follow()
    } catch {
      // Battery saver or policy: the screen may sleep, the sound continues.
    } finally {
      asking = false
    }
  }

  function letGo() {
    void lock?.release().catch(() => undefined)
    lock = null
  }

  function follow() {
    if (player.getSnapshot().state === 'playing') void hold()
    else if (player.getSnapshot().state !== 'loading') letGo()
  }

  const unsubscribe = player.subscribe(follow)
  // The browser takes the lock away from a hidden page.
  document.addEventListener('visibilitychange', follow)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', follow)
    letGo()
  }
}
