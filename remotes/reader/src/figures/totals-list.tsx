import { difference, type Totals } from '@andscene/screenplay/figures/figures-of'
import {
  longTimeText,
  numberChangeText,
  numberText,
  shareChangeText,
  shareText,
  timeChangeText,
} from './figures-text.ts'
import styles from './totals-list.module.css'

/** The totals of another draft, and its name. */
export type DraftBefore = { name: string; totals: Totals }

/** The totals of a script as tiles, with the change since the draft before. */
export function TotalsList({ totals, before }: { totals: Totals; before: DraftBefore | undefined }) {
  const change = before && difference(totals, before.totals)
  const tiles: [name: string, value: string, change: string | undefined][] = [
    ['Read time', longTimeText(totals.readTime), change && timeChangeText(change.readTime)],
    ['Pages', numberText(totals.pages), change && numberChangeText(change.pages)],
    ['Scenes', numberText(totals.scenes), change && numberChangeText(change.scenes)],
    ['Speakers', numberText(totals.characters), change && numberChangeText(change.characters)],
    ['Words', numberText(totals.words), change && numberChangeText(change.words)],
    ['Dialogue', shareText(totals.dialogueShare), change && shareChangeText(change.dialogueShare)],
  ]
  return (
    <section aria-label="Totals">
      <dl className={styles.tiles}>
        {tiles.map(([name, value, changed]) => (
          <div key={name} className={styles.tile}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              {changed !== undefined && <small>{changed}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {before && (
        <p className={styles.since}>
          Changes since <bdi>{before.name}</bdi>
        </p>
      )}
    </section>
  )
}
