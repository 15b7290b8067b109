import type { Line } from '@andscene/contracts/script'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { useMemo } from 'react'
import { isActive } from '../../player/engine/state.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { step } from './commands.ts'
import { GoToPage } from './go-to-page.tsx'
import { StopIcon } from '../../icons.tsx'
import { PlayButton } from './play-button.tsx'
import { useOpenScript } from '../open-script.ts'
import { SpeedMenu } from './speed-menu.tsx'
import { Stepper } from './stepper.tsx'
import styles from './transport.module.css'
import { placeOf, type PlaceUnit } from './listener-place.ts'

/** Scene numbers longer than this may move what stands behind them. Characters. */
const LONGEST_SCENE = 4

function widestScene(map: ScriptMap, lines: readonly Line[]): number {
  const lengths = map.scenes.map((index, scene) => (lines[index]?.sceneNumber ?? String(scene + 1)).length)
  return Math.min(LONGEST_SCENE, Math.max(1, ...lengths))
}

/** The header controls (product §2): pages, play, and moves by act, scene and line. */
export function Transport() {
  const { playback, map, lines } = useOpenScript()
  const { player } = playback
  const state = usePlayerState(player)
  const place = placeOf(state, map, lines)
  const isPlaying = isActive(state)
  const longestScene = useMemo(() => widestScene(map, lines), [map, lines])
  const stepper = (unit: PlaceUnit) => (
    <div key={unit} className={styles.inner}>
      <Stepper
        step={place[unit]}
        widest={unit === 'scene' ? longestScene : String(place[unit].total ?? '').length}
        onStep={(direction) => step(player, unit, direction)}
      />
    </div>
  )
  return (
    <div className={styles.transport} role="toolbar" aria-label="Playback">
      <PlayButton player={player} state={state.state} isQuiet />
      <button
        type="button"
        className={styles.stop}
        aria-label="Stop"
        disabled={!isPlaying && state.state !== 'paused'}
        onClick={player.stop}
      >
        <StopIcon />
      </button>
      <Stepper step={place.page} onStep={(direction) => step(player, 'page', direction)}>
        <GoToPage player={player} step={place.page} isDisabled={isPlaying} />
      </Stepper>
      <span className={styles.rule} />
      {(['act', 'scene', 'line'] as const).map(stepper)}
      <span className={styles.rule} />
      <SpeedMenu player={player} rate={state.rate} />
    </div>
  )
}
