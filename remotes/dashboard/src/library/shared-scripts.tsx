import type { SharedScript } from '@andscene/contracts/sharing/sharing'
import { classNames } from '@andscene/web-kit/class-names'
import { useFailure } from '@andscene/web-kit/failure'
import parts from '@andscene/web-kit/parts.module.css'
import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import styles from './library.module.css'
import { ScriptGrid } from './script-grid.tsx'
import { sharedScriptsQuery } from './scripts-query.ts'
import { useCardFocus } from './actions/use-card-focus.ts'
import { useSharedActions } from './actions/use-script-actions.tsx'

type Props = {
  /** The scripts to show, sorted and filtered. */
  scripts: readonly SharedScript[]
  /** The bar to sort and search, if the list above has none. */
  bar: ReactNode
  /** A file was chosen to be uploaded as a script of its own. */
  onNewScript: () => void
}

export function SharedScripts({ scripts, bar, onNewScript }: Props) {
  const headingId = useId()
  const list = useQuery(sharedScriptsQuery())
  const failure = useFailure(list)
  const { wanted, ...focus } = useCardFocus(scripts)
  const { dialogs, ...actions } = useSharedActions(focus, onNewScript)
  return (
    <>
      {!list.data && failure && (
        <output className={classNames(parts.hint, styles.problem)}>
          Scripts that are shared with you could not be loaded: {failure.message}
          <button
            type="button"
            className={parts.inlineButton}
            aria-disabled={list.isFetching}
            onClick={() => void list.refetch({ cancelRefetch: false })}
          >
            Retry
          </button>
        </output>
      )}
      {(scripts.length > 0 || bar) && (
        <section className={styles.shared} aria-labelledby={headingId}>
          <h2 id={headingId} className={parts.title}>
            Shared with you
          </h2>
          {bar}
          <ScriptGrid scripts={scripts} wanted={wanted} {...actions} />
        </section>
      )}
      {dialogs}
    </>
  )
}
