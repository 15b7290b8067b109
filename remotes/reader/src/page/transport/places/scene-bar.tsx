import { heardText } from '@andscene/screenplay/heard-text'
import { sceneOfLine } from '@andscene/screenplay/navigation'
import { memo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { isActive } from '../../../player/engine/state.ts'
import { usePlayerState } from '../../../player/playbacks.ts'
import { useOpenScript } from '../../open-script.ts'
import styles from './scene-bar.module.css'
import { clockText, positionText, whereText } from './whereabouts.ts'
import type { ScriptTimes } from '../times/script-times.ts'
import { seekLine } from '../times/moves.ts'
import { useScriptTimes } from '../times/use-script-times.tsx'

/** Width of the SVG's view box, which scales to the window. */
const WIDTH = 1_000
/** Scenes closer together than this share one mark. */
const NARROWEST = 8

/** The number of scenes (or lines, if there are none) that each key moves by. */
const KEY_STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
}

const within = (value: number, last: number) => Math.min(Math.max(value, 0), last)

/** A slider over the script, each scene as wide as it is long; a click moves to any line. */
export function SceneBar() {
  const { lines, map, player } = useOpenScript()
  const times = useScriptTimes()
  const { line, rate, state } = usePlayerState(player)
  const bar = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const isPressed = useRef(false)
  const [sought, setSought] = useState(0)

  const total = times.totalMs(rate)
  const current = Math.max(line, 0)
  const scene = sceneOfLine(map, current)
  const sceneStart = map.scenes[scene] ?? 0
  // During playback, the value changes by scene only: screen readers would talk over the script.
  const announced = !isActive({ state })
    ? current
    : sought > sceneStart && sought <= current
      ? sought
      : sceneStart
  const announcedMs = times.startMs(announced, rate)
  const value = useSteady(
    {
      now: Math.round(announcedMs / 1_000),
      max: Math.round(total / 1_000),
      text: positionText(whereText(map, lines, announced), announcedMs, total),
    },
    isActive({ state }) ? `${announced} ${rate}` : undefined,
  )

  const go = (to: number) => {
    setSought(to)
    seekLine(player, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Browser shortcuts, such as back and top of page.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const by = KEY_STEPS[event.key]
    const last = lines.length - 1
    if (event.key === ' ') {
      // A held key toggles once.
      if (!event.repeat) player.toggle()
    } else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(last)
    else if (by === undefined) return
    else if (map.scenes.length === 0) go(within(current + by, last))
    else go(scene + by < 0 ? 0 : map.scenes[within(scene + by, map.scenes.length - 1)]!)
    event.preventDefault()
    event.stopPropagation()
  }

  const lineUnder = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return times.lineAt(within((event.clientX - left) / (width || 1), 1) * total, rate)
  }
  const point = (event: PointerEvent) => {
    // Without a press, a finger only passes over the bar.
    if (event.pointerType === 'touch' && event.buttons === 0) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    bar.current?.style.setProperty('--pointed', String(within((event.clientX - left) / (width || 1), 1)))
    setPointed(lineUnder(event))
  }

  return (
    <div
      ref={bar}
      className={styles.bar}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- moves by scenes, not by equal steps
      role="slider"
      tabIndex={0}
      aria-label="Scenes"
      aria-valuemin={0}
      aria-valuemax={value.max}
      aria-valuenow={value.now}
      aria-valuetext={value.text}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        isPressed.current = true
        event.currentTarget.setPointerCapture?.(event.pointerId)
        point(event)
      }}
      onPointerMove={point}
      onPointerUp={(event) => {
        // Ignores the release of a press that started elsewhere.
        if (isPressed.current && event.button === 0) go(lineUnder(event))
        isPressed.current = false
        if (event.pointerType === 'touch') setPointed(null)
      }}
      onPointerLeave={() => setPointed(null)}
      onPointerCancel={() => {
        isPressed.current = false
        setPointed(null)
      }}
    >
      <Track times={times} version={times.version()} rate={rate} scene={scene} />
      <span className={styles.knob} aria-hidden="true" />
      {pointed !== null && <Preview line={pointed} atMs={times.startMs(pointed, rate)} />}
    </div>
  )
}

type Value = { now: number; max: number; text: string }

/** Returns the first value for each key: a screen reader would announce each small change by a new clip. */
function useSteady(value: Value, key: string | undefined): Value {
  const [announced, setAnnounced] = useState({ key, value })
  if (key !== undefined && announced.key === key) return announced.value
  if (announced.key !== key || announced.value.text !== value.text) setAnnounced({ key, value })
  return value
}

type TrackProps = { times: ScriptTimes; version: number; rate: number; scene: number }

/** The scenes, and how much of them has been heard: `--heard`, 0 to 1. */
const Track = memo(function Track({ times, rate, scene }: TrackProps) {
  const { scenes } = useOpenScript().map
  const total = times.totalMs(rate) || 1
  const startOf = (nth: number) => {
    const line = scenes[nth]
    return line === undefined ? WIDTH : (times.startMs(line, rate) / total) * WIDTH
  }
  const limits: string[] = []
  let last = 0
  for (const nth of scenes.keys()) {
    const start = startOf(nth)
    if (start - last < NARROWEST || WIDTH - start < NARROWEST) continue
    limits.push(`M${start.toFixed(1)} 0V1`)
    last = start
  }
  const from = startOf(scene)
  return (
    <svg
      className={styles.track}
      viewBox={`0 0 ${WIDTH} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.scenes} width={WIDTH} height="1" />
      {scene >= 0 && (
        <rect className={styles.present} x={from} width={Math.max(startOf(scene + 1) - from, 0)} height="1" />
      )}
      <rect className={styles.heard} width={WIDTH} height="1" />
      <path className={styles.limits} d={limits.join('')} />
    </svg>
  )
})

function Preview({ line, atMs }: { line: number; atMs: number }) {
  const { lines, map } = useOpenScript()
  const heading = lines[map.scenes[sceneOfLine(map, line)] ?? -1]
  return (
    <div className={styles.preview} aria-hidden="true">
      {heading && (
        <span className={styles.heading} dir="auto">
          {heardText(heading)}
        </span>
      )}
      <span>
        {whereText(map, lines, line)} · {clockText(atMs)}
      </span>
    </div>
  )
}
