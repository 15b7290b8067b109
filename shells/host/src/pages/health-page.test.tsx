import '@andscene/web-kit/testing/jsdom'
import { setConfig } from '@andscene/web-kit/config'
import { queryClient } from '@andscene/web-kit/query-client'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HealthPage } from './health-page.tsx'

const fetched = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  setConfig({ apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } })
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  fetched.mockReset()
  vi.unstubAllGlobals()
})

test('product §8, §9 shows a failure immediately, and fetches again only with Retry', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  render(<HealthPage />)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Health check failed: Network error. Please check your connection and try again.',
  )
  expect(fetched).toHaveBeenCalledOnce()
  const { promise, resolve } = Promise.withResolvers<Response>()
  fetched.mockImplementation(() => promise)
  const retry = screen.getByRole('button', { name: 'Retry' })
  retry.focus()
  fireEvent.click(retry)
  await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(retry)
  resolve(Response.json({ success: true, status: 'ok', version: '1', services: {} }))
  expect(await screen.findByText('All systems are running')).toBeTruthy()
})
