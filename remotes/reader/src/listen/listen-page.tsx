import { guestOf, linkTokenIn } from '@andscene/web-kit/guest-session'
import { Loading } from '@andscene/web-kit/loading'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LateKeptWords } from '../notes/notes-of-page.tsx'
import { playbacks } from '../player/playbacks.ts'
import { ClosedLink, GuestScript } from './guest-script.tsx'
import { LinkForm } from './link-form.tsx'

export function ListenPage() {
  const token = useLinkToken()
  return (
    <>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {token === undefined ? <ClosedLink /> : <OpenedLink key={token} token={token} />}
    </>
  )
}

/** Keeps the token in the address, for a reload without storage and after links within the page. */
function useLinkToken(): string | undefined {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => linkTokenIn(hash))
  const given = linkTokenIn(hash)
  if (given !== undefined && given !== token) setToken(given)
  const isLost = given === undefined && token !== undefined
  useEffect(() => {
    if (isLost) void navigate({ search, hash: token }, { replace: true, preventScrollReset: true })
  }, [isLost, navigate, search, token])
  return given ?? token
}

function OpenedLink({ token }: { token: string }) {
  const guest = guestOf(token)
  const state = useSyncExternalStore(guest.subscribe, guest.getState)
  const isEntered = useSyncExternalStore(guest.subscribe, guest.isEntered)
  /** Remembered to show unsent notes after the link is revoked. */
  const [scriptId, setScriptId] = useState<string>()
  if (state.status === 'open' && state.link.scriptId !== scriptId) setScriptId(state.link.scriptId)
  useLayoutEffect(() => {
    const leave = guest.enter()
    return () => {
      // Before leaving the guest session: a pending request must not be sent as the next account.
      playbacks.closeAll()
      leave()
    }
  }, [guest])

  if (state.status === 'refused')
    return (
      <>
        <LinkForm guest={guest} {...state} />
        {scriptId !== undefined && <LateKeptWords scriptId={scriptId} />}
      </>
    )
  if (state.status === 'closed') return <ClosedLink scriptId={scriptId} />
  if (state.status === 'opening' || !isEntered) return <Loading text="Opening the link..." />
  return <GuestScript key={guest.current} guest={guest} link={state.link} />
}
