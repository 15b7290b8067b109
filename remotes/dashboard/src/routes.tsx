import { lazy } from 'react'
import type { RouteObject } from 'react-router-dom'

const Dashboard = lazy(async () => ({
  default: (await import('./library/dashboard-page.tsx')).DashboardPage,
}))
const Settings = lazy(async () => ({
  default: (await import('./settings/settings-page.tsx')).SettingsPage,
}))

/** What this remote fills (SPEC §2); access and fallback texts stand in remote.json, for the shell. */
export const routes: RouteObject[] = [
  { path: '/dashboard', element: <Dashboard /> },
  { path: '/settings', element: <Settings /> },
]
