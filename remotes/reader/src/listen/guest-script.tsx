import { isolated } from '@andscene/contracts/text/isolated'
import type { OpenedLink } from '@andscene/contracts/sharing/sharing'
import { ApiError } from '@andscene/web-kit/api-client'
import { keepGuestPreferences } from '@andscene/web-kit/preferences-saver'
import type { GuestSession } from '@andscene/web-kit/guest-session'
import { Loading } from '@andscene/web-kit/loading'
import { createQueryClient } from '@andscene/web-kit/query-client'
import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { forgetScript } from '../follow/use-script-feed.ts'
import { useDraftAddress } from '../drafts/draft-address.ts'
import { DraftNotAvailable } from '../page/draft-not-available.tsx'
import { Reader } from '../page/reader.tsx'
import { scriptQuery } from '../page/script-query.ts'
import { GuestBar } from './guest-bar.tsx'
import styles from './listen.module.css'
import { PlayCard } from './play-card.tsx'
import { PageTitle } from '@andscene/web-kit/page-title'
import parts from '@andscene/web-kit/parts.module.css'
import { LateKeptWords } from '../notes/notes-of-page.tsx'

type Props = { guest: GuestSession; link: OpenedLink }

/** A separate cache for guests: data loaded as one user must not be shown to another. */
function createGuestClient(): QueryClient {
  const client = createQueryClient()
  keepGuestPreferences(client)
  return client
}

export function GuestScript(props: Props) {
  const [client] = useState(createGuestClient)
  useEffect(
    () => () => {
      void client.cancelQueries()
      client.clear()
    },
    [client],
  )
  return (
    <QueryClientProvider client={client}>
      <Content {...props} />
    </QueryClientProvider>
  )
}

function Content({ guest, link }: Props) {
  const { scriptId, linkName, title } = link
  const { draft } = useDraftAddress()
  const { data: script, error, refetch } = useQuery(scriptQuery(scriptId, draft))
  const isMissing = error instanceof ApiError && error.status === 404
  const isGone = isMissing && draft === undefined
  const close = useCallback(() => {
    void forgetScript(scriptId)
    guest.close()
  }, [guest, scriptId])
  useEffect(() => {
    if (isGone) close()
  }, [isGone, close])

  if (isMissing && !isGone) return <DraftNotAvailable />
  if (script && !isGone) {
    return (
      <>
        <GuestBar guest={guest} scriptId={scriptId} />
        <Reader key={draft} script={script} draft={draft} onGone={close} above={<PlayCard />} />
        <Watermark text={linkName} />
      </>
    )
  }
  if (error && !isGone) {
    return (
      <div className={parts.message} role="alert">
        <h1>Error loading script: {error.message}</h1>
        <button type="button" className="as-button as-button-primary" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    )
  }
  return <Loading text={`Opening "${isolated(title)}"...`} />
}

/** The page of a link that has expired, was revoked or never existed; it does not say which. */
export const ClosedLink = ({ scriptId }: { scriptId?: string | undefined }) => (
  <div className={parts.message} role="alert">
    <PageTitle>This link no longer works</PageTitle>
    <h1>This link no longer works</h1>
    <p>It may have expired or been withdrawn. Ask the person who sent it for a new one.</p>
    {scriptId !== undefined && <LateKeptWords scriptId={scriptId} />}
  </div>
)

/** Enough to cover a large screen when rotated. */
const ROWS = 20
const TIMES = 24
const GAP = ' '.repeat(16)

/**
 * The link's name across a guest's page and each printed page: a copy shows which link was used. In the body, because
 * printing hides everything else there except the script.
 */
const Watermark = ({ text }: { text: string }) =>
  createPortal(
    <div className={styles.mark} aria-hidden="true" data-watermark="">
      <div className={styles.turned}>
        {Array.from({ length: ROWS }, (_, row) => (
          <div key={row}>{`${text}${GAP}`.repeat(TIMES)}</div>
        ))}
      </div>
    </div>,
    document.body,
  )
