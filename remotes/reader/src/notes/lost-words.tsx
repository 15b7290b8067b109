import { CopyText } from './card/refused-note.tsx'
import styles from './lost-words.module.css'
import { textOf } from './store/operation.ts'
import { useNotesStore, useSnapshot } from './use-store.ts'

/** After the role was taken away: what was written and not sent can be copied (product §12). */
export function LostWords() {
  const { drafts, giveUp } = useNotesStore()
  const { unsent } = useSnapshot()
  const texts = [
    ...unsent.flatMap((operation) => textOf(operation) ?? []),
    ...drafts.places().flatMap((place) => drafts.get(place)?.text ?? []),
  ]
  if (texts.length === 0) return null
  const discard = () => {
    for (const place of drafts.places()) drafts.drop(place)
    for (const operation of unsent) giveUp(operation)
  }
  return (
    <section className={styles.lost} role="alert" data-notes-part="">
      <h2>You can no longer write notes on this script</h2>
      <p>What you wrote was not sent. Copy it if you need it.</p>
      <ul>
        {texts.map((text, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- texts have no other name
          <li key={nth} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      <div>
        <button type="button" className="as-button" onClick={discard}>
          Discard
        </button>
        <CopyText text={texts.join('\n\n')} />
      </div>
    </section>
  )
}
