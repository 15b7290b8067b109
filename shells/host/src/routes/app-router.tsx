import { createBrowserRouter, Navigate } from 'react-router-dom'
import { preloadable } from '../federation/preloadable.tsx'
import type { RemoteStore } from '../federation/remote-store.ts'
import { RouterErrorPage } from '../pages/router-error-page.tsx'
import { Frame } from './frame.tsx'
import { RemoteRoute } from './remote-route.tsx'
import { Root } from './root.tsx'

// Rarely visited, so loaded when shown.
const HealthPage = preloadable(async () => (await import('../pages/health-page.tsx')).HealthPage)

/** The shell's own routes, and one for all that remotes fill (product §2). */
export const appRoutes = (remotes: RemoteStore) => [
  {
    element: <Root remotes={remotes} />,
    errorElement: <RouterErrorPage />,
    children: [
      { path: '/login', element: <Navigate to="/" replace /> },
      {
        path: '/health',
        element: (
          <Frame errorText="An error occurred while rendering the health page.">
            <HealthPage />
          </Frame>
        ),
      },
      { path: '*', element: <RemoteRoute /> },
    ],
  },
]

export const createAppRouter = (remotes: RemoteStore) => createBrowserRouter(appRoutes(remotes))
