import type { CharacterFigures, Figures } from '@andscene/screenplay/figures/figures-of'
import { memo, useCallback, useMemo, useRef, useState, useSyncExternalStore, type CSSProperties } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { numberText } from '../figures-text.ts'
import { Section } from '../section.tsx'
import { useJump } from '../use-jump.ts'
import { CharacterStrip, SceneBars, type Scale } from './strips.tsx'
import { useMarks } from './use-marks.ts'
import styles from './charts.module.css'

/** Strips that are shown at first. */
const STRIPS_AT_FIRST = 12
/** Where a window is too narrow for that, the chart scrolls. Pixels. */
const LEAST_SCENE_WIDTH = 2
const MOST_WIDTH = 3_000

type Props = { figures: Figures; isPrinted?: boolean }

/** The scenes along the script and who speaks when, on one scale of time; a mark moves to its place (product §17). */
export const Charts = memo(function Charts({ figures, isPrinted = false }: Props) {
  const { scenes, characters, totals } = figures
  const [isWhole, setWhole] = useState(isPrinted)
  const [pointed, setPointed] = useState<string>()
  const chart = useRef<HTMLDivElement>(null)
  const jump = useJump()
  const show = useCallback((text: string | undefined) => setPointed(text), [])
  const marks = useMarks(chart, { onJump: jump, onPoint: show })
  const byWords = useMemo(() => [...characters].sort((a, b) => b.words - a.words), [characters])
  const shown = isWhole ? byWords : byWords.slice(0, STRIPS_AT_FIRST)
  const least = Math.min(scenes.length * LEAST_SCENE_WIDTH, MOST_WIDTH)
  const totalMs = totals.readTime.ms
  const scale: Scale = useMemo(() => ({ totalMs }), [totalMs])
  return (
    <Section title="Along the script" action={<Legend />}>
      <div className={styles.chart}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the marks inside */}
        <div ref={chart} className={styles.scroll} {...(!isPrinted && marks)}>
          <div className={styles.rows} style={{ '--least': `${least}px` } as CSSProperties}>
            {!isPrinted && <Playhead figures={figures} />}
            <SceneBars scenes={scenes} scale={scale} />
            <Strips characters={shown} scale={scale} />
          </div>
        </div>
        {!isPrinted && (
          <p className={styles.readout} aria-hidden="true">
            {pointed ?? 'Choose a scene or a speech to go there.'}
          </p>
        )}
      </div>
      {shown.length < characters.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          Show all {numberText(characters.length)} characters
        </button>
      )}
    </Section>
  )
})

const Strips = memo(function Strips({
  characters,
  scale,
}: {
  characters: readonly CharacterFigures[]
  scale: Scale
}) {
  return characters.map((character) => (
    <CharacterStrip key={character.name} character={character} scale={scale} />
  ))
})

const Legend = () => (
  <span className={styles.legend}>
    Action <span className={styles.scale} aria-hidden="true" /> Dialogue
  </span>
)

/** Where the current line is. */
function Playhead({ figures: { startOf, totals } }: { figures: Figures }) {
  const { player } = useOpenScript()
  const line = useSyncExternalStore(player.subscribe, () => player.getSnapshot().line)
  if (line < 0 || totals.readTime.ms === 0) return null
  const at = (startOf(line) / totals.readTime.ms) * 100
  return (
    <div className={styles.playhead} aria-hidden="true">
      <span style={{ insetInlineStart: `${at}%` }} />
    </div>
  )
}
