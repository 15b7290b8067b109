import { useState } from 'react'
import { CopyText } from '../card/copy-text.tsx'
import { keptWords, deviceEntries } from '../store/device.ts'
import styles from './lost-words.module.css'
import { textOf } from '../store/operation.ts'
import { useNotesStore, useSnapshot } from '../use-store.ts'

/** After the user has lost the role: unsent text can be copied (product §12). */
export function LostWords() {
  const { drafts, giveUp } = useNotesStore()
  const { unsent } = useSnapshot()
  const texts = [
    ...unsent.flatMap((operation) => textOf(operation) ?? []),
    ...drafts.getSnapshot().map(({ draft }) => draft.text),
  ]
  const discard = () => {
    for (const { place, draft } of drafts.getSnapshot()) drafts.drop(place, draft)
    for (const operation of unsent) giveUp(operation)
  }
  return <Words texts={texts} onDiscard={discard} />
}

/** After the script was deleted: the unsent text stored on the device. */
export function KeptWords({ scriptId }: { scriptId: string }) {
  const [{ keys, texts }, setKept] = useState(() => keptWords(scriptId))
  const discard = () => {
    for (const key of keys) deviceEntries.remove(key)
    setKept({ keys: [], texts: [] })
  }
  return <Words texts={texts} onDiscard={discard} />
}

function Words({ texts, onDiscard }: { texts: readonly string[]; onDiscard: () => void }) {
  if (texts.length === 0) return null
  return (
    <section className={styles.lost} role="alert" data-notes-part="">
      <h2>You can no longer write notes on this script</h2>
      <p>What you wrote was not sent. Copy it if you need it.</p>
      <ul className={styles.texts}>
        {texts.map((text, nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- texts have no other name
          <li key={nth} className={styles.text} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      <div>
        <button type="button" className="as-button" onClick={onDiscard}>
          Discard text
        </button>
        <CopyText text={texts.join('\n\n')} />
      </div>
    </section>
  )
}
