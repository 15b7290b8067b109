import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary, LoadError } from './error-boundary.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Failing({ error }: { error: Error }): never {
  throw error
}
const retry = () => screen.queryByRole('button', { name: 'Retry' })

test("product §2 shows 'Something went wrong' and collapsible details", () => {
  render(
    <ErrorBoundary>
      <Failing error={new Error('no such voice')} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading').textContent).toBe('Something went wrong')
  expect(document.querySelector('details')?.open).toBe(false)
  expect(document.querySelector('pre')?.textContent).toBe('no such voice')
  expect(retry()).toBeNull()
})

test.each(['Failed to fetch', 'Query data cannot be undefined'])(
  'product §2 offers Retry when the message mentions query or fetch: %s',
  (message) => {
    let broken = true
    const Sometimes = () => (broken ? <Failing error={new Error(message)} /> : <p>back</p>)
    render(
      <ErrorBoundary>
        <Sometimes />
      </ErrorBoundary>,
    )
    broken = false
    fireEvent.click(retry()!)
    expect(screen.getByText('back')).toBeTruthy()
  },
)

test('architecture §8 offers a reload when a chunk no longer exists', () => {
  render(
    <ErrorBoundary text="An error occurred while rendering the script.">
      <Failing error={Object.assign(new Error('gone'), { name: 'ChunkLoadError' })} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading').textContent).toBe('An error occurred while rendering the script.')
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy()
})

test('offers Retry for code that failed to load, whatever the message', () => {
  render(
    <ErrorBoundary text="An error occurred while rendering the script.">
      <Failing error={new LoadError(new Error('gone'))} />
    </ErrorBoundary>,
  )
  expect(retry()).not.toBeNull()
})
