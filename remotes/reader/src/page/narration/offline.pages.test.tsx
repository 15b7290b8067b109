import { failed } from '@andscene/web-kit/testing/stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { playbacks } from '../../player/playbacks.ts'
import { narrationQuery, retryPollMs } from '../script-query.ts'
import { clock, output } from '../../testing/fake-sound-system.ts'
import { API, server, setUpReader } from '../../testing/reader-page.tsx'
import { lineButton, mark, openPage, untilItHolds } from '../../testing/opened-page.ts'

vi.mock('../../player/output/sound-system.ts', () => import('../../testing/fake-sound-system.ts'))
setUpReader()

/** The present outage, or null; and the requests during it. */
let fault: (() => Response) | null
let asked: string[]

const offline = () => HttpResponse.error()
/** As the gateway says it of a service that has stopped. */
const partAway = () =>
  failed('AWAY', 'This part of And Scene is unavailable right now.', { 'retry-after': '2' })

beforeEach(() => {
  fault = null
  asked = []
  server.use(
    http.all(`${API}/*`, ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`)
      return fault?.()
    }),
  )
})

const browserSays = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
const heardTexts = () => output.heard().map(({ text }) => text)

const until = (isTrue: () => unknown) => untilItHolds(() => expect(isTrue()).toBeTruthy())

test('product §4 while a service is unavailable the line is held, and resumes automatically', async () => {
  browserSays(true)
  await openPage()
  fault = partAway
  await userEvent.click(lineButton(12))
  await until(() => screen.queryByText('And Scene is not responding. Paused at line 13.'))
  expect(mark()).toMatchObject({ state: 'paused', line: '12' })
  expect(output.started).toEqual([])
  fault = null
  await until(() => heardTexts().includes('Wave number 0.'))
  expect(screen.queryByRole('alert')).toBeNull()
  // The last line, which could not be sent, is sent now.
  await until(() => asked.includes('PUT progress'))
})

test('Retry repeats the request; Stay paused ends the requests; the line has the focus', async () => {
  browserSays(false)
  await openPage()
  fault = offline
  await userEvent.click(lineButton(12))
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(document.activeElement).toBe(lineButton(12)))
  await userEvent.click(await screen.findByRole('button', { name: 'Stay paused' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(lineButton(12)))
  fault = null
  dispatchEvent(new Event('online'))
  await clock.advance(60_000)
  expect(output.started).toEqual([])
})

test('product §4 what only prepares keeps to the same delays: while one asks in vain, others do not', async () => {
  browserSays(false)
  const { client } = await openPage()
  fault = offline
  await userEvent.click(lineButton(12))
  await screen.findByRole('button', { name: 'Retry' })
  asked = []
  const { checkClips } = playbacks.get('script1')!
  const readiness = client.fetchQuery({ ...narrationQuery('script1'), staleTime: 0 })
  await expect(readiness).rejects.toThrow(/^Network error/)
  await expect(checkClips(0, 20)).rejects.toThrow(/^Network error/)
  expect(asked).toEqual([])
  // The person asks for it.
  await expect(checkClips(0, 20, { isUrgent: true })).rejects.toThrow(/^Network error/)
  expect(asked).toEqual(['POST check-cache'])
})

test('find, Esc does not end the waiting: playback still resumes automatically', async () => {
  browserSays(false)
  await openPage()
  fault = offline
  await userEvent.click(lineButton(12))
  await screen.findByRole('button', { name: 'Retry' })
  await userEvent.keyboard('/')
  await userEvent.type(screen.getByRole('searchbox'), 'kettle{Escape}')
  expect(screen.getByRole('alert')).toBeTruthy()
  fault = null
  await until(() => heardTexts().includes('Wave number 0.'))
})

test('how much is ready is asked for less and less often while it cannot be had', () => {
  expect([0, 3_000, 6_000, 12_000, 500_000].map(retryPollMs)).toEqual([3_000, 3_000, 6_000, 12_000, 30_000])
})
