import { Segments } from '../../segments.tsx'
import type { ControlsProps } from '../menus/controls-popup.tsx'
import { useSleepChoice, useSleepText } from './sleep-timer.ts'
import styles from '../menus/reading-choice.module.css'

/** The sleep timer of the Controls menu. */
export function SleepChoice({ player, place }: ControlsProps) {
  const hasSeveral = (unit: 'scene' | 'act') => place[unit].can.next || place[unit].can.previous
  const ends = { scene: hasSeveral('scene'), act: hasSeveral('act') }
  const { options, chosen, choose } = useSleepChoice(player, ends)
  const text = useSleepText(player)
  return (
    <section className={styles.choice}>
      <p className={styles.title}>
        Sleep timer
        {text && <span>{text}</span>}
      </p>
      <Segments
        label="Sleep timer"
        look="grid"
        options={options.map(({ key, short }) => ({ value: key, label: short }))}
        value={chosen}
        onChange={choose}
      />
    </section>
  )
}
