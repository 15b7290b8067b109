import type { Line } from '@andscene/contracts/script'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { DirectedLinesButton } from '../../direct/directed-lines-button.tsx'
import { FiguresButton } from '../../figures/figures-button.tsx'
import { isActive } from '../../player/engine/state.ts'
import { usePlayerState } from '../../player/playbacks.ts'
import { AfterPaint } from '../../late/late-parts.tsx'
import { step } from './times/moves.ts'
import { GoToPage, GoToScene } from './places/go-to.tsx'
import { PlaybackProgress, PlaybackProgressRoom } from './playback-progress.tsx'
import { sceneNumber } from './places/whereabouts.ts'
import { StopIcon } from '../../icons.tsx'
import { IconButton } from './icon-button.tsx'
import { PlayButton } from './play-button.tsx'
import { useOpenScript } from '../open-script.ts'
import { Stepper } from './places/stepper.tsx'
import styles from './transport.module.css'
import { placeOf, type PlaceUnit } from './places/listener-place.ts'

const LONGEST_SCENE = 4

function widestScene(map: ScriptMap, lines: readonly Line[]): number {
  const lengths = map.scenes.map((_, scene) => sceneNumber(map, lines, scene)?.length ?? 1)
  return Math.min(LONGEST_SCENE, Math.max(1, ...lengths))
}

/** The header controls (product §2): pages, play, moves by act, scene and line; the progress below them. */
export const Transport = () => (
  <>
    <Controls />
    <AfterPaint placeholder={<PlaybackProgressRoom />}>
      <PlaybackProgress />
    </AfterPaint>
  </>
)

function useHeadHeight(inner: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const head = inner.current?.closest('header')
    if (!head || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() =>
      head.parentElement?.style.setProperty('--reader-head-height', `${head.offsetHeight}px`),
    )
    observer.observe(head)
    return () => observer.disconnect()
  }, [inner])
}

function Controls() {
  const bar = useRef<HTMLDivElement>(null)
  useHeadHeight(bar)
  const { player, map, lines } = useOpenScript()
  const state = usePlayerState(player)
  const place = placeOf(state, map, lines)
  const isPlaying = isActive(state)
  const longestScene = useMemo(() => widestScene(map, lines), [map, lines])
  const stepper = (unit: PlaceUnit, children?: ReactNode) => (
    <div className={unit === 'scene' ? undefined : styles.wide}>
      <Stepper
        step={place[unit]}
        widest={String(place[unit].total ?? '').length}
        onStep={(direction) => step(player, unit, direction)}
      >
        {children}
      </Stepper>
    </div>
  )
  return (
    <div ref={bar} className={styles.transport} role="toolbar" aria-label="Playback">
      <div className={styles.wide}>
        <PlayButton player={player} state={state.state} />
      </div>
      <IconButton
        className={styles.stop}
        name="Stop"
        hint=""
        disabled={!isPlaying && state.state !== 'paused'}
        onClick={player.stop}
      >
        <StopIcon />
      </IconButton>
      <Stepper step={place.page} onStep={(direction) => step(player, 'page', direction)}>
        <GoToPage player={player} step={place.page} isDisabled={isPlaying} />
      </Stepper>
      <span className={styles.rule} />
      {/* A script with one act has no moves by act here; the Controls menu has them. */}
      {map.acts.length > 1 && stepper('act')}
      {stepper('scene', <GoToScene step={place.scene} widest={longestScene} />)}
      {stepper('line')}
      {/* The header has no room for them there. */}
      <FiguresButton className={styles.phone} />
      <DirectedLinesButton className={styles.phone} />
    </div>
  )
}
