import { isGuest } from '@andscene/web-kit/api-client'
import { useEffect, useState } from 'react'
import type { Player } from '../player/engine/player.ts'

/** From the first sound until the lines behind it are there, too. Milliseconds. */
const AFTER_SOUND_MS = 4_000
/** Of somebody who only reads. */
const WITHOUT_SOUND_MS = 5_000

/**
 * Whether what can wait may be loaded. On a guest's page nothing takes the line from the first sound; who has an account comes
 * often, and has it all in the browser's cache.
 */
export function useSettled(player: Player | undefined): boolean {
  const [isSettled, setSettled] = useState(() => !isGuest())
  useEffect(() => {
    if (isSettled || !player) return undefined
    const settle = () => setSettled(true)
    let timer = setTimeout(settle, WITHOUT_SOUND_MS)
    const unsubscribe = player.subscribe(() => {
      if (player.getSnapshot().state !== 'playing') return
      unsubscribe()
      clearTimeout(timer)
      timer = setTimeout(settle, AFTER_SOUND_MS)
    })
    return () => {
      unsubscribe()
      clearTimeout(timer)
    }
  }, [player, isSettled])
  return isSettled
}
