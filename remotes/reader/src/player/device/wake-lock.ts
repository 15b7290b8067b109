import type { Player } from '../engine/player.ts'

/** Keeps the screen on while playing, if supported. Returns a function that disconnects the player. */
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
      // Denied by battery saver or policy: the screen may turn off, playback continues.
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
  // Browsers release the lock when the page is hidden.
  document.addEventListener('visibilitychange', follow)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', follow)
    letGo()
  }
}
