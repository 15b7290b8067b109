import type { RouteObject } from 'react-router-dom'

/** Routes of this remote (product §2); access and error texts are in remote.json, for the shell. */
export const routes: RouteObject[] = [
  {
    path: '/dashboard',
    lazy: async () => ({ Component: (await import('./library/dashboard-page.tsx')).DashboardPage }),
  },
  {
    path: '/settings',
    lazy: async () => ({ Component: (await import('./settings/settings-page.tsx')).SettingsPage }),
  },
]
