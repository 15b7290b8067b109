import { createBrowserRouter, Navigate } from 'react-router-dom'
import { HealthPage } from '../pages/health-page.tsx'
import { RouterErrorPage } from '../pages/router-error-page.tsx'
import type { RemoteStore } from '../federation/remote-store.ts'
import { RemoteRoute } from './remote-route.tsx'
import { Root } from './root.tsx'
import { VisitorFrame } from './visitor-frame.tsx'

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
          <VisitorFrame>
            <HealthPage />
          </VisitorFrame>
        ),
      },
      { path: '*', element: <RemoteRoute /> },
    ],
  },
]

export const createAppRouter = (remotes: RemoteStore) => createBrowserRouter(appRoutes(remotes))
