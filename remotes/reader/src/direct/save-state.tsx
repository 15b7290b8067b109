import type { Direction } from '@andscene/contracts/voices/direction'
import { useState } from 'react'
import styles from './direct.module.css'
import type { useDirecting } from './use-directing.ts'

type Props = { work: ReturnType<typeof useDirecting>; direction: Direction | undefined }

/** Who made the latest take, for a change by another director. */
const otherIn = (direction: Direction | undefined): string =>
  direction?.takes.filter(({ mine }) => !mine).sort((a, b) => (a.at < b.at ? 1 : -1))[0]?.by ??
  'Another director'

/** Whether the last change is saved, and what to do if it is not. Shows a change of another director first. */
export function SaveState({ work, direction }: Props) {
  const { state, sendAgain, discard } = work
  const news = useNews(direction, state.kind)
  if (state.kind === 'conflict')
    return (
      <div className={styles.problem} role="alert">
        <p>
          <bdi>{otherIn(direction)}</bdi> changed this line. Your change is not saved yet.
        </p>
        <button type="button" className="as-button" onClick={sendAgain}>
          Save mine too
        </button>
        <button type="button" className="as-button" onClick={discard}>
          Discard mine
        </button>
      </div>
    )
  if (state.kind === 'failed')
    return (
      <div className={styles.problem} role="alert">
        <p>The change was not saved. {state.message}</p>
        <button type="button" className="as-button" onClick={sendAgain}>
          Try again
        </button>
      </div>
    )
  return (
    <output className={styles.state}>
      {state.kind === 'saving' ? 'Saving…' : (news ?? (state.kind === 'saved' ? 'Saved' : ''))}
    </output>
  )
}

/** A sentence once another director has changed the line while it is open. */
function useNews(direction: Direction | undefined, saving: string): string | undefined {
  const version = direction?.version ?? 0
  const [known, setKnown] = useState({ version, saving, news: undefined as string | undefined })
  if (known.version === version && known.saving === saving) return known.news
  // A change during a save is the user's own.
  const isOther = known.version !== version && saving !== 'saved' && saving !== 'saving'
  const news = isOther
    ? `${otherIn(direction)} changed this line.`
    : saving === 'saving'
      ? undefined
      : known.news
  setKnown({ version, saving, news })
  return news
}
