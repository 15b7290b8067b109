import { isRate } from '@andscene/contracts/voices/rates'
import { usePreferences } from '@andscene/web-kit/preferences-query'
import { useEffect, useEffectEvent } from 'react'
import type { Player } from '../engine/player.ts'

/** Saves the speed in the user's preferences (product §4), and applies changes made elsewhere. */
export function useKeptRate(player: Player | undefined): void {
  const { preferences, change } = usePreferences()
  const kept = preferences.data?.rate
  const save = useEffectEvent((rate: number) => {
    if (isRate(rate) && rate !== kept) change({ rate })
  })
  useEffect(() => {
    if (player && kept !== undefined) player.setRate(kept)
  }, [player, kept])
  useEffect(() => {
    if (!player) return undefined
    let known = player.getSnapshot().rate
    return player.subscribe(() => {
      const { rate } = player.getSnapshot()
      if (rate === known) return
      known = rate
      save(rate)
    })
  }, [player])
}
