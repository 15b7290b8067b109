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

test('another component is loaded when it is shown, with its fallback until then', async () => {
  const Page = preloadable(async () => page, <p>Wait</p>)
  render(<Page />)
  expect(screen.queryByText('Wait')).not.toBeNull()
  await screen.findByText('The page')
})

test('a failure ahead of the visit is forgotten; one of the visit reaches the boundary', async () => {
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

test('a script that fails from the browser’s memory of its preload is asked for again; what fails otherwise is not', async () => {
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
