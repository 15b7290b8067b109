import { isRate } from '@andscene/contracts/rates'
import { usePreferences } from '@andscene/web-kit/preferences-query'
import { useEffect, useEffectEvent } from 'react'
import type { Player } from '../engine/player.ts'

/** Keeps the speed with the person (product §4): what they choose here is saved, what they chose elsewhere is followed. */
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
    const unsubscribe = player.subscribe(() => {
      const { rate } = player.getSnapshot()
      if (rate === known) return
      known = rate
      save(rate)
    })
    return () => void unsubscribe()
  }, [player])
}
