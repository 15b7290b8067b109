import { ApiError } from '@andscene/web-kit/api-client'
import { Loading } from '@andscene/web-kit/loading'
import { PageTitle } from '@andscene/web-kit/page-title'
import parts from '@andscene/web-kit/parts.module.css'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { useSession } from '@andscene/web-kit/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { keptUnsaved, UnsavedList } from '../casting/unsaved-casting.tsx'
import { forgetScript } from '../follow/use-script-feed.ts'
import { LateKeptWords } from '../notes/notes-of-page.tsx'
import { useDraftAddress } from '../drafts/draft-address.ts'
import { DraftNotAvailable } from './draft-not-available.tsx'
import { Reader } from './reader.tsx'
import { scriptQuery } from './script-query.ts'

/** The reader page of one script (product §2). Parts that use antd are loaded after the lines. */
export function ScriptPage() {
  const { scriptId = '' } = useParams()
  const { draft } = useDraftAddress()
  const { data: script, error } = useQuery(scriptQuery(scriptId, draft))
  const [goneId, setGoneId] = useState<string>()
  const isMissing = error instanceof ApiError && error.status === 404
  if (goneId === scriptId || (isMissing && draft === undefined)) return <ScriptNotFound scriptId={scriptId} />
  if (isMissing) return <DraftNotAvailable />
  if (script)
    return (
      <Reader
        key={`${script._id} ${draft}`}
        script={script}
        draft={draft}
        onGone={() => setGoneId(scriptId)}
      />
    )
  if (error) {
    return (
      <div className={parts.message} role="alert">
        <h1>Error loading script: {error.message}</h1>
      </div>
    )
  }
  return <Loading text="Loading script..." />
}

function ScriptNotFound({ scriptId }: { scriptId: string }) {
  const client = useQueryClient()
  const [unsaved] = useState(() => keptUnsaved(scriptId))
  const { user } = useSession()
  useEffect(() => {
    void forgetScript(scriptId)
    // The lists still include the deleted script.
    for (const queryKey of [queryKeys.scripts, queryKeys.sharedScripts])
      void client.invalidateQueries({ queryKey })
  }, [client, scriptId])
  return (
    <div className={parts.message} role="alert">
      <PageTitle>Script not found</PageTitle>
      <h1>Script not found</h1>
      <p>
        {user?.emailVerified === false
          ? 'If it was shared with you, verify your email address, then open the link in your invitation.'
          : 'If it was shared with you, open the link in your invitation.'}
      </p>
      <p>
        <Link to="/dashboard">Back to Your Scripts</Link>
      </p>
      <LateKeptWords scriptId={scriptId} />
      {unsaved.length > 0 && <UnsavedList unsaved={unsaved} />}
    </div>
  )
}
