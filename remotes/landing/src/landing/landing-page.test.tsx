import '@andscene/web-kit/testing/jsdom'
import { subscribe } from '@andscene/contracts/routes/emails'
import { EMAIL_SUBSCRIBED_KEY } from '@andscene/web-kit/storage-keys'
import { failed, stub } from '@andscene/web-kit/testing/stub'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { backend } from '@andscene/web-kit/testing/backend'
import { LandingPage } from './landing-page.tsx'

const DAY = 24 * 60 * 60_000
const server = backend()
afterEach(cleanup)

/** Skips the waits between retries; returns how long they would have been, in ms. */
function skipWaits(): number[] {
  const waits: number[] = []
  const setTimer = setTimeout
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
    if (ms !== 1_000 && ms !== 2_000) return setTimer(run, ms)
    waits.push(ms)
    return setTimer(run)
  })
  return waits
}

const show = () => render(<LandingPage />)
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email address' })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Notify Me' })
const SUBSCRIBED = { success: true as const, message: 'ok', data: { email: 'ada@example.com' } }
const signUp = async () => {
  await userEvent.type(field(), 'ada@example.com')
  await userEvent.click(button())
}

test('product §1 the closing call scrolls to the top and focuses the e-mail field', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Notify Me at Launch' }))
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' })
  expect(document.activeElement).toBe(field())
})

const headings = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

test('product §1 shows three audiences, three steps and the prices', () => {
  show()
  expect(headings('Perfect For')).toEqual([
    'Writers and Screenwriters',
    'Directors and Producers',
    'Production Teams',
  ])
  expect(headings('How It Works')).toEqual(['1Upload a Script', '2Assign Voices', '3Listen and Share'])
  expect(screen.getByRole('region', { name: 'Pricing' }).id).toBe('pricing')
})

test('product §1 hides the sign-up of the closing call on a device that has signed up', () => {
  const record = { email: 'ada@example.com', date: new Date() }
  localStorage.setItem(EMAIL_SUBSCRIBED_KEY, JSON.stringify(record))
  show()
  expect(screen.queryByRole('button', { name: 'Notify Me at Launch' })).toBeNull()
})

describe('product §4 launch sign-up', () => {
  test('product §2, §5 disables the button while blank and while submitting, then replaces the form', async () => {
    let asked: unknown
    const { promise, resolve } = Promise.withResolvers<typeof SUBSCRIBED>()
    server.use(
      stub(subscribe, ({ body }) => {
        asked = body
        return promise
      }),
    )
    show()
    await userEvent.type(field(), '   ')
    expect(button().disabled).toBe(true)
    await signUp()
    expect(button().disabled).toBe(true)
    resolve(SUBSCRIBED)
    expect(await screen.findByText("Thanks! You're on the list!")).toBeTruthy()
    expect(asked).toEqual({ email: 'ada@example.com', source: 'landing-page' })
    expect(document.activeElement?.textContent).toContain("Thanks! You're on the list!")
    expect(JSON.parse(localStorage.getItem(EMAIL_SUBSCRIBED_KEY)!)).toEqual({
      email: 'ada@example.com',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    })
  })

  test.each([
    [() => failed('TOO_MANY_REQUESTS', 'Too many sign-ups'), 'Too many sign-ups'],
    [() => new HttpResponse('<html>', { status: 500 }), 'Failed to subscribe'],
    [() => HttpResponse.error(), 'Network error. Please try again later.'],
  ])('product §8 shows a failure: case %#', async (response, text) => {
    const waits = skipWaits()
    let asked = 0
    server.use(
      stub(subscribe, () => {
        asked += 1
        return response()
      }),
    )
    show()
    await signUp()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(localStorage.getItem(EMAIL_SUBSCRIBED_KEY)).toBeNull()
    expect({ asked, waits }).toEqual({ asked: 3, waits: [1_000, 2_000] })
    expect(document.activeElement).toBe(field())
  })

  test.each([
    ['fails', () => failed('VALIDATION', 'Invalid email format'), 'Invalid email format'],
    ['succeeds', () => Response.json(SUBSCRIBED), "Thanks! You're on the list!"],
  ])(
    'a sign-up that %s late does not move the focus of a user who has continued',
    async (_, response, text) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.use(stub(subscribe, async () => promise.then(response)))
      show()
      await signUp()
      const elsewhere = screen.getAllByRole('button').find((other) => other !== button())!
      elsewhere.focus()
      resolve()
      await screen.findByText(text)
      expect(document.activeElement).toBe(elsewhere)
    },
  )

  test('product §8 any other exception asks to try again', async () => {
    vi.stubGlobal('AbortSignal', {})
    show()
    await signUp()
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong. Please try again.')
  })

  test.each([
    ['29 days ago', () => JSON.stringify({ date: new Date(Date.now() - 29 * DAY), email: 'a@b.c' }), true],
    ['30 days ago', () => JSON.stringify({ date: new Date(Date.now() - 30 * DAY), email: 'a@b.c' }), false],
    ['of a clock an hour ahead', () => JSON.stringify({ date: new Date(Date.now() + DAY / 24) }), true],
    ['in 30 days', () => JSON.stringify({ date: new Date(Date.now() + 31 * DAY) }), false],
    ['unreadable', () => '{', false],
    ['without a date', () => '{"email":"a@b.c"}', false],
    ['null', () => 'null', false],
  ])('product §4 whether a stored record %s counts as signed up', (_, record, thanked) => {
    localStorage.setItem(EMAIL_SUBSCRIBED_KEY, record())
    show()
    expect(screen.queryByText("Thanks! You're on the list!") !== null).toBe(thanked)
    expect(localStorage.getItem(EMAIL_SUBSCRIBED_KEY) !== null).toBe(thanked)
  })
})
