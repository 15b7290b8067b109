import type { RouteObject } from 'react-router-dom'

/** What this remote fills (product §2); access and fallback texts stand in remote.json, for the shell. */
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
