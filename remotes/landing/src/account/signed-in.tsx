import { reachPage, wantedPage } from '@andscene/web-kit/wanted-page'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'

/** In place of a form to sign in: the page that was asked for before, else the dashboard. Back leads to where they were. */
export function SignedIn() {
  const [page] = useState(wantedPage)
  useEffect(() => reachPage(), [])
  return <Navigate to={page ?? '/dashboard'} replace />
}
