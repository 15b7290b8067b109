import { reachPage, wantedPage } from '@andscene/web-kit/wanted-page'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'

/** Replaces a sign-in form with the wanted page, or the dashboard, once the user is signed in. */
export function SignedIn() {
  const [page] = useState(wantedPage)
  useEffect(() => reachPage(), [])
  return <Navigate to={page ?? '/dashboard'} replace />
}
