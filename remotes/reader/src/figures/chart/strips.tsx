import type { CharacterFigures, SceneFigures } from '@andscene/screenplay/figures/figures-of'
import { tip } from '@andscene/web-kit/tooltip'
import { memo, type CSSProperties } from 'react'
import { useOpenScript } from '../../page/open-script.ts'
import { useScriptLanguage } from '../../page/use-script-language.ts'
import { sceneTitle, speechTitle } from '../figures-text.ts'
import styles from './charts.module.css'

export type Scale = { totalMs: number }

const percent = (ms: number, { totalMs }: Scale) => `${((ms / (totalMs || 1)) * 100).toFixed(3)}%`
/** Narrower marks could not be seen. Percent of the whole. */
const NARROWEST = 0.2

type MarkProps = {
  title: string
  line: number
  startMs: number
  ms: number
  scale: Scale
  className: string | undefined
  style?: CSSProperties
}

/** A part of the script that is a button; its title is its name. */
function Mark({ title, line, startMs, ms, scale, className, style }: MarkProps) {
  const share = (ms / (scale.totalMs || 1)) * 100
  return (
    <rect
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- SVG has no button
      role="button"
      tabIndex={-1}
      className={className}
      style={style}
      x={percent(startMs, scale)}
      width={`${Math.max(share, NARROWEST).toFixed(3)}%`}
      height="100%"
      data-line={line}
      data-at={startMs}
    >
      <title>{title}</title>
    </rect>
  )
}

/** A bar per scene: as wide as its read time, in a color between those of action and dialogue. */
export const SceneBars = memo(function SceneBars({
  scenes,
  scale,
}: {
  scenes: readonly SceneFigures[]
  scale: Scale
}) {
  const { lines, map } = useOpenScript()
  return (
    <div className={styles.row}>
      <span className={styles.label}>Scenes</span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG cannot be a fieldset */}
      <svg className={styles.scenes} role="group" aria-label="Scenes" data-row="">
        {scenes.map((scene) => (
          <Mark
            key={scene.scene}
            title={sceneTitle(scene, { lines, map })}
            line={scene.start}
            startMs={scene.startMs}
            ms={scene.readTime.ms}
            scale={scale}
            className={scene.dialogueShare === undefined ? styles.silent : styles.scene}
            style={{ '--dialogue': `${Math.round((scene.dialogueShare ?? 0) * 100)}%` } as CSSProperties}
          />
        ))}
      </svg>
    </div>
  )
})

/** When a character speaks. */
export const CharacterStrip = memo(function CharacterStrip({
  character,
  scale,
}: {
  character: CharacterFigures
  scale: Scale
}) {
  const { lines, map } = useOpenScript()
  const { name, speeches } = character
  return (
    <div className={styles.row}>
      <span className={styles.label} dir="auto" lang={useScriptLanguage()} {...tip(name, { whenCut: true })}>
        {name}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an SVG cannot be a fieldset */}
      <svg className={styles.strip} role="group" aria-label={`Speeches of ${name}`} data-row="">
        {speeches.map((speech) => (
          <Mark
            key={speech.at}
            title={speechTitle(character, speech, { lines, map })}
            line={speech.at}
            startMs={speech.startMs}
            ms={speech.endMs - speech.startMs}
            scale={scale}
            className={styles.speech}
          />
        ))}
      </svg>
    </div>
  )
})
