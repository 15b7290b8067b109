import { usePrefetchQuery } from '@tanstack/react-query'
import { Outlet, useParams, type RouteObject } from 'react-router-dom'
import { progressQuery, scriptQuery } from './page/script-query.ts'

function ScriptRoute() {
  const { scriptId = '' } = useParams()
  usePrefetchQuery(scriptQuery(scriptId))
  usePrefetchQuery(progressQuery(scriptId))
  return <Outlet />
}

/** The routes of this remote (product §2). Their access rules and fallback texts are in remote.json, for the shell. */
export const routes: RouteObject[] = [
  {
    path: '/scripts/:scriptId',
    element: <ScriptRoute />,
    children: [
      {
        index: true,
        lazy: async () => ({ Component: (await import('./page/script-page.tsx')).ScriptPage }),
      },
    ],
  },
  {
    path: '/listen',
    lazy: async () => ({ Component: (await import('./listen/listen-page.tsx')).ListenPage }),
  },
]
