import type { SharedScript } from '@andscene/contracts/sharing'
import { useFailure } from '@andscene/web-kit/failure'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { ScriptGrid } from './script-grid.tsx'
import { sharedScriptsQuery } from './shared-query.ts'
import styles from './shared-scripts.module.css'
import { useFocusAfterDelete } from './use-focus-after-delete.ts'
import { useSharedActions } from './use-shared-actions.tsx'

type Props = {
  /** As sorted and found. */
  scripts: readonly SharedScript[]
  /** Sorts and finds, where nothing above does. */
  bar: ReactNode
}

/** What others have shared with the person: nothing where nobody has. */
export function SharedScripts({ scripts, bar }: Props) {
  const headingId = useId()
  const list = useQuery(sharedScriptsQuery())
  const failure = useFailure(list)
  const { begin, settle } = useFocusAfterDelete(scripts)
  const { dialogs, ...actions } = useSharedActions({ onLeaving: begin, onAsked: settle })
  return (
    <>
      {!list.data && failure && (
        <output className={styles.problem}>
          Scripts that are shared with you could not be loaded: {failure.message}
          <button
            type="button"
            aria-disabled={list.isFetching}
            onClick={() => void list.refetch({ cancelRefetch: false })}
          >
            Retry
          </button>
        </output>
      )}
      {(scripts.length > 0 || bar) && (
        <section className={styles.section} aria-labelledby={headingId}>
          <h2 id={headingId} className={styles.heading}>
            Shared with you
          </h2>
          {bar}
          <ScriptGrid scripts={scripts} {...actions} />
        </section>
      )}
      {dialogs}
    </>
  )
}
