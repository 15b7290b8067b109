import type { Line } from '@andscene/contracts/script'
import { useOpenScript } from '../open-script.ts'
import { showRevisions, useRevisionsShown } from './revision-view.ts'
import styles from './revision-choice.module.css'

const isMarked = ({ revisions }: Line, id: number) => revisions?.some(({ set }) => set === id) === true

/** Shows and hides the revision marks of the file, and names its sets; nothing for a script without marks. */
export function RevisionChoice() {
  const { lines, script } = useOpenScript()
  const areShown = useRevisionsShown()
  const sets = script.revisionSets
  if (!sets) return null
  return (
    <div className={styles.choice}>
      <label className={styles.label}>
        <input type="checkbox" checked={areShown} onChange={({ target }) => showRevisions(target.checked)} />
        Final Draft revisions
      </label>
      {areShown && (
        <ul className={styles.sets}>
          {sets.map(({ id, name, mark }) => {
            const count = lines.filter((line) => isMarked(line, id)).length
            return (
              <li key={id} className={styles.set}>
                <span className={styles.mark} data-revision-mark={id} aria-hidden="true">
                  {mark}
                </span>
                <bdi className={styles.name}>{name}</bdi>
                <span className={styles.count}>{count === 1 ? '1 line' : `${count} lines`}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
