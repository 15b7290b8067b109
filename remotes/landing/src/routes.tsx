import type { RouteObject } from 'react-router-dom'

/** What this remote fills (SPEC §2); access and fallback texts stand in remote.json, for the shell. */
export const routes: RouteObject[] = [
  { path: '/', lazy: async () => ({ Component: (await import('./landing/landing-page.tsx')).LandingPage }) },
]
