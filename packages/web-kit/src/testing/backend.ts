import type { HttpHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { ApiError } from '../api/api-client.ts'
import { setConfig } from '../config.ts'

/** Starts the fake backend of a test file and configures the page to use it. An unexpected request fails the test. */
export function backend(...handlers: HttpHandler[]) {
  const server = setupServer(...handlers)
  beforeAll(() => {
    server.listen({ onUnhandledFrame: 'error' })
    setConfig({
      apiBaseUrl: `${location.origin}/api`,
      firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' },
    })
  })
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

export const failureOf = (calling: Promise<unknown>): Promise<ApiError> =>
  calling.then(
    () => expect.unreachable('should have failed'),
    (error: unknown) => error as ApiError,
  )

export const SCRIPT = {
  _id: 's1',
  title: 'Lantern Street',
  characterCount: 0,
  pages: 1,
  lineCount: 0,
  uploadedAt: '2026-11-20T12:00:00.000Z',
  content: { lines: [], characters: [] },
}
