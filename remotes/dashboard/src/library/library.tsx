import { SearchIcon } from '@andscene/web-kit/icons/actions'
import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { FIND_FROM, findScripts } from './find-scripts.ts'
import { formatNumber } from './formats.ts'
import styles from './library.module.css'
import { NoScripts, ScriptGrid } from './script-grid.tsx'
import { scriptsQuery } from './scripts-query.ts'
import { keepSort, keptSort, sortScripts, SORTS, type Sort } from './sort-scripts.ts'
import { useFocusAfterDelete } from './use-focus-after-delete.ts'
import { useScriptActions } from './use-script-actions.tsx'

type Props = {
  /** Id of the script that was just uploaded. */
  freshId: string | undefined
  onUpload: () => void
  onSample: () => void
}

/** The person's scripts, or why there are none to see (product §2, Dashboard). */
export function Library({ freshId, onUpload, onSample }: Props) {
  const list = useQuery(scriptsQuery())
  const [query, setQuery] = useState('')
  const [sort, setSort] = useState(keptSort)
  const sortId = useId()
  const count = list.data?.length ?? 0
  const isLong = count >= FIND_FROM
  // What is typed or chosen shows at once; the cards follow.
  const wanted = useDeferredValue(isLong ? query : '')
  const order = useDeferredValue(sort)
  const sorted = useMemo(() => sortScripts(list.data ?? [], order), [list.data, order])
  const found = useMemo(() => findScripts(sorted, wanted), [sorted, wanted])
  const { begin, settle } = useFocusAfterDelete(found)
  const { dialogs, ...actions } = useScriptActions({ onDeleting: begin, onAsked: settle })

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
    if (count === 0) return <NoScripts onUpload={onUpload} onSample={onSample} />

    return (
      <>
        {count > 1 && (
          <div className={styles.bar}>
            {isLong && (
              <Input
                allowClear
                className={styles.find}
                prefix={<SearchIcon />}
                placeholder="Find a script"
                aria-label="Find a script"
                dir="auto"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            )}
            <output className={styles.count}>
              {wanted.trim() && `${formatNumber(found.length)} of `}
              {formatNumber(count)} scripts
            </output>
            <div className={styles.sort}>
              <label htmlFor={sortId}>Sort by</label>
              <select
                id={sortId}
                className={styles.select}
                value={sort}
                onChange={(event) => {
                  const chosen = event.target.value as Sort
                  setSort(chosen)
                  keepSort(chosen)
                }}
              >
                {Object.entries(SORTS).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </div>
          </div>
        )}
        {found.length === 0 && <p className={styles.none}>No title matches "{wanted.trim()}".</p>}
        <ScriptGrid scripts={found} freshId={freshId} {...actions} />
      </>
    )
  }
  // Beside the list, so that a question about its last script can close, and be told of, when the list is empty.
  return (
    <>
      {content()}
      {dialogs}
    </>
  )
}
