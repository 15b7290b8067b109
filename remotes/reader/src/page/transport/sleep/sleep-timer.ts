import { useCallback, useSyncExternalStore } from 'react'
import type { Player } from '../../../player/engine/player.ts'
import type { SleepChoice } from '../../../player/engine/events.ts'
import type { Sleep } from '../../../player/engine/state.ts'
import { SLEEP_MINUTES } from '../../../player/limits.ts'
import { soundSystem } from '../../../player/output/sound-system.ts'
import { usePlayerState } from '../../../player/playbacks.ts'

const MINUTE_MS = 60_000
const SECOND_MS = 1_000
const END = { scene: 'End of scene', act: 'End of act' } as const

/** When the sleep timer pauses, as shown; null when it is off. */
export function sleepText(sleep: Sleep | null, now: number): string | null {
  if (sleep === null || sleep.kind === 'over') return null
  if (sleep.kind !== 'time') return END[sleep.kind]
  if (sleep.isFading) return 'Pausing…'
  const leftMs = Math.max(sleep.endsAt - now, 0)
  if (leftMs > MINUTE_MS) return `${Math.ceil(leftMs / MINUTE_MS)} min`
  return `${Math.ceil(leftMs / SECOND_MS)} s`
}

/** Returns the text, up to date. */
export function useSleepText(player: Player): string | null {
  const { sleep } = usePlayerState(player)
  const isCounting = sleep?.kind === 'time'
  const { clock } = soundSystem
  const subscribe = useCallback(
    (changed: () => void) => {
      if (!isCounting) return () => undefined
      const tick = () => {
        changed()
        id = clock.setTimeout(tick, SECOND_MS)
      }
      let id = clock.setTimeout(tick, SECOND_MS)
      return () => clock.clearTimeout(id)
    },
    [clock, isCounting],
  )
  return useSyncExternalStore(subscribe, () => sleepText(sleep, clock.now()))
}

type SleepKey = 'off' | 'scene' | 'act' | `${(typeof SLEEP_MINUTES)[number]}`
type Option = { key: SleepKey; label: string; short: string; choice: SleepChoice | null }

const OFF: Option = { key: 'off', label: 'Off', short: 'Off', choice: null }
const TIMES = SLEEP_MINUTES.map((minutes): Option => ({
  key: `${minutes}`,
  label: `${minutes} minutes`,
  short: `${minutes} min`,
  choice: { kind: 'time', ms: minutes * MINUTE_MS },
}))
const endOf = (kind: 'scene' | 'act'): Option => ({
  key: kind,
  label: END[kind],
  short: END[kind],
  choice: { kind },
})

/** The choices, the current one, and a function that chooses. `ends`: whether the script has several of them. */
export function useSleepChoice(player: Player, ends: Record<'scene' | 'act', boolean>) {
  const { sleep } = usePlayerState(player)
  const options = [
    OFF,
    ...TIMES,
    ...(ends.scene ? [endOf('scene')] : []),
    ...(ends.act ? [endOf('act')] : []),
  ]
  return {
    options,
    chosen: chosenKey(sleep),
    choose(key: string) {
      const option = options.find((one) => one.key === key)
      if (option) player.setSleep(option.choice)
    },
  }
}

function chosenKey(sleep: Sleep | null): SleepKey {
  if (sleep === null || sleep.kind === 'over') return 'off'
  return sleep.kind === 'time' ? (`${sleep.ms / MINUTE_MS}` as SleepKey) : sleep.kind
}
