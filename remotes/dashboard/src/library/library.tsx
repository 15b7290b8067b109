import { SearchIcon } from '@andscene/web-kit/icons/actions'
import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { FIND_FROM, findScripts } from './find-scripts.ts'
import styles from './library.module.css'
import { NoScripts, ScriptGrid } from './script-grid.tsx'
import { scriptsQuery } from './scripts-query.ts'
import { useFocusAfterDelete } from './use-focus-after-delete.ts'
import { useScriptActions } from './use-script-actions.tsx'

type Props = {
  /** Id of the script that was just uploaded. */
  freshId: string | undefined
  onUpload: () => void
}

/** The person's scripts, or why there are none to see (product §2, Dashboard). */
export function Library({ freshId, onUpload }: Props) {
  const list = useQuery(scriptsQuery())
  const [query, setQuery] = useState('')
  const isLong = (list.data?.length ?? 0) >= FIND_FROM
  const found = useMemo(
    () => (list.data && isLong ? findScripts(list.data, query) : (list.data ?? [])),
    [list.data, isLong, query],
  )
  const { grid, begin, settle } = useFocusAfterDelete(found)
  const { dialog, ...actions } = useScriptActions({ onDeleting: begin, onAsked: settle })

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
  if (list.data.length === 0) return <NoScripts onUpload={onUpload} />

  return (
    <>
      {isLong && (
        <div className={styles.find}>
          <Input
            allowClear
            prefix={<SearchIcon />}
            placeholder="Find a script"
            aria-label="Find a script"
            dir="auto"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
          <output className={styles.count}>
            {query.trim() ? `${found.length} of ${list.data.length} scripts` : `${list.data.length} scripts`}
          </output>
        </div>
      )}
      {found.length === 0 && <p className={styles.none}>No title matches "{query.trim()}".</p>}
      <ScriptGrid ref={grid} scripts={found} freshId={freshId} {...actions} />
      {dialog}
    </>
  )
}
