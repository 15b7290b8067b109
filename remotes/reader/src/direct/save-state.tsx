import type { Direction } from '@andscene/contracts/voices/direction'
import { useState, type ReactNode } from 'react'
import styles from './direct.module.css'
import type { Saving, useDirecting } from './use-directing.ts'

type Props = {
  work: ReturnType<typeof useDirecting>
  direction: Direction | undefined
  /** A button that disappears was pressed. */
  onActed: () => void
}

/** Whether the last change is saved, and what to do if it is not. Shows a change made elsewhere first. */
export function SaveState({ work, direction, onActed }: Props) {
  const { state, sendAgain, discard } = work
  const news = useNews(direction, state)
  const button = (label: string, act: () => void) => (
    <button
      type="button"
      className="as-button"
      onClick={() => {
        act()
        onActed()
      }}
    >
      {label}
    </button>
  )
  if (state.kind === 'conflict')
    return (
      <div className={styles.problem} role="alert">
        <p>{changed(state.before, direction)} Your change is not saved yet.</p>
        {button('Save mine too', sendAgain)}
        {button('Discard mine', discard)}
      </div>
    )
  if (state.kind === 'failed')
    return (
      <div className={styles.problem} role="alert">
        <p>The change was not saved. {state.message}</p>
        {button('Try again', sendAgain)}
      </div>
    )
  return (
    <output className={styles.state}>
      {state.kind === 'saving' ? 'Saving…' : (news ?? (state.kind === 'saved' ? 'Saved' : ''))}
    </output>
  )
}

/** Who changed a line: a new take has its director. The user may have two windows. */
function changed(before: Direction | undefined, now: Direction | undefined): ReactNode {
  const added = now?.takes.find(({ id }) => !before?.takes.some((take) => take.id === id))
  if (!added || added.mine) return 'This line was changed in another window.'
  return (
    <>
      <bdi>{added.by}</bdi> changed this line.
    </>
  )
}

/** A sentence once the line was changed elsewhere while it is open, until the next save. */
function useNews(direction: Direction | undefined, state: Saving): ReactNode {
  const [known, setKnown] = useState({ direction, state, news: undefined as ReactNode })
  if (known.direction === direction && known.state === state) return known.news
  const version = direction?.version ?? 0
  const isOwn = state.kind === 'saving' || (state.kind === 'saved' && state.version === version)
  const isNew = (known.direction?.version ?? 0) !== version
  const news =
    isNew && !isOwn ? changed(known.direction, direction) : state.kind === 'saving' ? undefined : known.news
  setKnown({ direction, state, news })
  return news
}
