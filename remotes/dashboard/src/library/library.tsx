import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { FIND_FROM, findScripts, keepSort, keptSort, sortScripts } from './sort-scripts.ts'
import { LibraryBar } from './library-bar.tsx'
import styles from './library.module.css'
import { NoScripts, ScriptGrid } from './script-grid.tsx'
import { scriptsQuery, sharedScriptsQuery } from './scripts-query.ts'
import { SharedScripts } from './shared-scripts.tsx'
import { useCardFocus } from './actions/use-card-focus.ts'
import { useScriptActions } from './actions/use-script-actions.tsx'

type Props = {
  freshId: string | undefined
  onUpload: () => void
  onSample: () => void
}

/** The user's own scripts (product §2, Dashboard), and scripts that others have shared with them. */
export function Library({ freshId, onUpload, onSample }: Props) {
  const list = useQuery(scriptsQuery())
  const shared = useQuery(sharedScriptsQuery()).data
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState(keptSort)
  const count = list.data?.length ?? 0
  const total = count + (shared?.length ?? 0)
  const isLong = total >= FIND_FROM
  // The input updates immediately; the cards are rendered in a transition.
  const deferredQuery = useDeferredValue(isLong ? query : '')
  const order = useDeferredValue(sort)
  const sorted = useMemo(() => sortScripts(list.data ?? [], order), [list.data, order])
  const found = useMemo(() => findScripts(sorted, deferredQuery), [sorted, deferredQuery])
  const sortedShared = useMemo(() => sortScripts(shared ?? [], order), [shared, order])
  const foundShared = useMemo(() => findScripts(sortedShared, deferredQuery), [sortedShared, deferredQuery])
  const { wanted, ...focus } = useCardFocus(found, freshId)
  const { dialogs, ...actions } = useScriptActions(focus, onUpload)

  const bar = total > 1 && (
    <>
      <LibraryBar
        count={total}
        found={found.length + foundShared.length}
        query={isLong ? query : undefined}
        onQuery={setQuery}
        sort={sort}
        onSort={(chosen) => {
          setSort(chosen)
          keepSort(chosen)
        }}
      />
      {found.length + foundShared.length === 0 && (
        <p className={styles.none}>No title matches "{deferredQuery.trim()}".</p>
      )}
    </>
  )
  const content = () => {
    if (list.isPending) return <Loading text="Loading scripts..." />
    if (!list.data) {
      return (
        <Alert
          type="error"
          showIcon
          title={`Error loading scripts: ${list.error.message}`}
          action={
            <Button onClick={() => void list.refetch()} loading={list.isFetching}>
              Retry
            </Button>
          }
        />
      )
    }
    if (count === 0) return <NoScripts low={total > 0} onUpload={onUpload} onSample={onSample} />
    return (
      <>
        {bar}
        <ScriptGrid scripts={found} freshId={freshId} wanted={wanted} {...actions} />
      </>
    )
  }
  // Outside the list, so that the dialog of its last script can close when the list is empty.
  return (
    <>
      {content()}
      {/* Below the list, so that the list does not move when it appears. */}
      {!list.isPending && (
        <SharedScripts scripts={foundShared} bar={count === 0 && bar} onNewScript={onUpload} />
      )}
      {dialogs}
    </>
  )
}
