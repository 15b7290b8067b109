import { createQueryClient } from '@andscene/web-kit/query-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { memoryRouter } from '@andscene/web-kit/testing/memory-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { Outlet } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Navigation } from './navigation.tsx'
import { routes } from './routes.tsx'
import { SCRIPT, setUpReader } from './testing/reader-page.tsx'

setUpReader()

test('the script is asked for before the page is there, though the navigation bar shows before', async () => {
  const [script] = routes
  const bar = (
    <>
      <Navigation />
      <Outlet />
    </>
  )
  const router = memoryRouter(
    [
      {
        path: '/scripts/:scriptId',
        element: bar,
        // As shown while the page's own code loads.
        children: [{ index: true, element: script!.element }],
      },
    ],
    '/scripts/script1',
  )
  const client = createQueryClient()
  render(<QueryClientProvider client={client}>{router.element}</QueryClientProvider>)
  await waitFor(() => expect(client.getQueryData(queryKeys.script('script1'))).toEqual(SCRIPT))
})
