import type { Unsaved } from './unsaved-casting.ts'
import styles from './unsaved-list.module.css'

/** So that nobody has to remember what they had chosen. */
export function UnsavedList({ unsaved }: { unsaved: readonly Unsaved[] }) {
  return (
    <section className={styles.unsaved}>
      <h2>What was not saved</h2>
      <dl>
        {unsaved.map(({ part, voice }) => (
          <div key={part}>
            <dt dir="auto">{part}</dt>
            <dd>{voice}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
