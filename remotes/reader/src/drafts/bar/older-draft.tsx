import { useOpenScript } from '../../page/open-script.ts'
import { useDrafts } from '../drafts-context.ts'
import styles from './older-draft.module.css'

/** Above the lines of a draft that is not the present one. */
export function OlderDraft() {
  const { draft, script } = useOpenScript()
  const { shown, change } = useDrafts()
  if (draft === undefined) return null
  const name = shown?.name ?? script.draft?.name ?? `Draft ${draft}`
  return (
    <section className={styles.bar} aria-label="Draft">
      <p>
        <b dir="auto">{name}</b>, not the present one. Casting and directing are off.
      </p>
      <button type="button" className="as-button" onClick={() => change({ draft: undefined })}>
        Open present draft
      </button>
    </section>
  )
}
