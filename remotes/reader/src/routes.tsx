import type { RouteObject } from 'react-router-dom'

/** What this remote fills (SPEC §2); access and fallback text stand in remote.json, for the shell. */
export const routes: RouteObject[] = [
  {
    path: '/scripts/:scriptId',
    lazy: async () => ({ Component: (await import('./page/script-page.tsx')).ScriptPage }),
  },
]
