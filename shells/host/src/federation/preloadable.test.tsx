import '@andscene/web-kit/testing/jsdom'
import { ErrorBoundary } from '@andscene/web-kit/error-boundary'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { preloadable } from './preloadable.tsx'

const page = () => <p>The page</p>

test('a preloaded component shows immediately, without its fallback', async () => {
  const load = vi.fn<() => Promise<typeof page>>(async () => page)
  const Page = preloadable(load)
  await Page.preload()
  render(<Page />)
  expect(screen.queryByText('The page')).not.toBeNull()
  expect(load).toHaveBeenCalledOnce()
})

test('a component that is not preloaded shows its fallback while it loads', async () => {
  const Page = preloadable(async () => page, <p>Wait</p>)
  render(<Page />)
  expect(screen.queryByText('Wait')).not.toBeNull()
  await screen.findByText('The page')
})

test('ignores a failed preload; a failure during rendering reaches the error boundary', async () => {
  const load = vi.fn<() => Promise<typeof page>>(async () => {
    throw new Error('offline')
  })
  const Page = preloadable(load)
  await expect(Page.preload()).rejects.toThrow('offline')
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <ErrorBoundary text="It could not be shown" onRetry={() => undefined}>
      <Page />
    </ErrorBoundary>,
  )
  await screen.findByText(/It could not be shown/)
  expect(load).toHaveBeenCalledTimes(2)
})

test('retries a failed script, whose failed preload the browser caches, but no other failures', async () => {
  const load = vi
    .fn<() => Promise<typeof page>>(async () => page)
    .mockRejectedValueOnce(new Error('Failed to load script resources. #RUNTIME-008'))
    .mockRejectedValueOnce(Object.assign(new Error('Loading chunk 84 failed.'), { name: 'ChunkLoadError' }))
  await preloadable(load).preload()
  expect(load).toHaveBeenCalledTimes(3)

  load.mockClear().mockRejectedValue(new Error('Failed to get manifest. #RUNTIME-003'))
  await expect(preloadable(load).preload()).rejects.toThrow('RUNTIME-003')
  expect(load).toHaveBeenCalledOnce()
})
