import { lazy } from 'react'
import type { RouteObject } from 'react-router-dom'

const ScriptPage = lazy(async () => ({ default: (await import('./page/script-page.tsx')).ScriptPage }))

/** What this remote fills (SPEC §2); access and fallback text stand in remote.json, for the shell. */
export const routes: RouteObject[] = [{ path: '/scripts/:scriptId', element: <ScriptPage /> }]
