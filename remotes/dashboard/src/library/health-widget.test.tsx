import type { Health } from '@andscene/contracts/health'
import { readHealth } from '@andscene/contracts/routes/health'
import { healthSummary } from '@andscene/web-kit/health-query'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage, server } from '../testing/page.tsx'

const health = (services: Health['services'] = {}): Health => {
  const isWell = Object.values(services).every(({ status }) => status === 'ok')
  return { success: true, status: isWell ? 'ok' : 'degraded', version: '1', services }
}

test('product §2 the health widget shows a waiting state, then a summary with the response as JSON', async () => {
  const release = Promise.withResolvers<Health>()
  server.use(stub(readHealth, () => release.promise))
  openPage('/dashboard')
  await screen.findByText('Checking health...')
  release.resolve(health({ scripts: { status: 'ok' } }))
  const summary = await screen.findByText('All systems are running')
  expect(summary.tagName).toBe('SUMMARY')
  const details = summary.closest('details')!
  expect(details.open).toBe(false)
  expect(JSON.parse(details.querySelector('pre')!.textContent)).toEqual(health({ scripts: { status: 'ok' } }))
})

test('product §3 health is free-form: a response without services has a summary, too', () => {
  expect(healthSummary({ status: 'ok' })).toBe('All systems are running')
  expect(healthSummary({})).toBe('Some systems are not available')
  const services = {
    scripts: { status: 'ok' },
    tts: { status: 'unavailable' },
    voices: { status: 'unavailable' },
  }
  expect(healthSummary({ status: 'degraded', services })).toBe('Not available: tts, voices')
})

test('product §2, §9 the health widget shows an error, and requests again only on Retry', async () => {
  let asked = 0
  const again = Promise.withResolvers<Health>()
  server.use(
    stub(
      readHealth,
      () => {
        asked += 1
        return failed('UNAVAILABLE', 'Nothing is available')
      },
      { once: true },
    ),
    stub(readHealth, () => {
      asked += 1
      return again.promise
    }),
  )
  openPage('/dashboard')
  expect(await screen.findByText('Health check failed: Nothing is available')).toBeTruthy()
  expect(asked).toBe(1)
  const retry = screen.getByRole('button', { name: 'Retry' })
  await userEvent.click(retry)
  await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe(retry)
  again.resolve(health())
  expect(await screen.findByText('All systems are running')).toBeTruthy()
})
