import { Loading } from '@andscene/web-kit/loading'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { sentence } from '../sentence.ts'
import { ScriptGrid, NoScripts } from './script-grid.tsx'
import { scriptsQuery } from './scripts-query.ts'
import { useScriptActions } from './use-script-actions.tsx'

type Props = {
  /** Id of the script that was just uploaded. */
  freshId: string | undefined
  onUpload: () => void
}

/** The person's scripts, or why there are none to see (SPEC §2, Dashboard). */
export function Library({ freshId, onUpload }: Props) {
  const list = useQuery(scriptsQuery())
  const { dialog, ...actions } = useScriptActions()

  if (list.isPending) return <Loading text="Loading scripts..." />
  if (!list.data) {
    return (
      <Alert
        type="error"
        showIcon
        title={`Error loading scripts: ${sentence(list.error)}`}
        action={
          <Button onClick={() => void list.refetch()} loading={list.isFetching}>
            Retry
          </Button>
        }
      />
    )
  }
  return (
    <>
      {list.data.length === 0 ? (
        <NoScripts onUpload={onUpload} />
      ) : (
        <ScriptGrid scripts={list.data} freshId={freshId} {...actions} />
      )}
      {dialog}
    </>
  )
}
