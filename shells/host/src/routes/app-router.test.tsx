import { forgetEnd, rememberEnd } from '@andscene/web-kit/ended-session'
import { forgetPage, rememberReturn, wantedPage } from '@andscene/web-kit/wanted-page'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exposed, loadFrame, showApp } from '../testing/app.tsx'
import { ANONYMOUS, LEAVING, LOADING, session, signedInAs } from '../testing/session.ts'

vi.mock('@andscene/web-kit/session', () => import('../testing/session.ts'))

loadFrame()
beforeEach(() => forgetPage())

const bar = () => within(screen.getByRole('banner'))
const hrefOf = (name: string) => bar().getByRole('link', { name }).getAttribute('href')

describe('product §2 guards', () => {
  test("a signed-in route shows 'Loading...' and loads its code while the session resolves", async () => {
    session.state = LOADING
    const { runtime } = showApp('/scripts/s1')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await waitFor(() => expect(runtime.load).toHaveBeenCalledWith('reader/routes'))
    expect(runtime.load).toHaveBeenCalledWith('reader/navigation')
    expect(runtime.load).not.toHaveBeenCalledWith('dashboard/routes')
  })

  test('a signed-in route redirects a visitor to / without loading its code', async () => {
    const { runtime } = showApp('/dashboard')
    await screen.findByText('The landing page')
    expect(runtime.load).not.toHaveBeenCalledWith('dashboard/routes')
    expect(location.pathname).toBe('/')
  })

  test.each([
    ['a visitor', ANONYMOUS],
    ['a signed-in user', signedInAs()],
  ])(
    'decision 0047: the page of a link is open to %s, with only the logo in the bar',
    async (_who, state) => {
      session.state = state
      showApp('/listen')
      expect(await screen.findByText('The script of a link')).toBeTruthy()
      expect(hrefOf('And Scene')).toBe('/')
      expect(bar().queryByRole('navigation')).toBeNull()
      expect(bar().queryByRole('button')).toBeNull()
    },
  )

  test('stores the page that a visitor requested, with query and fragment, and / offers to sign in', async () => {
    showApp('/scripts/s1?line=3#note')
    expect((await screen.findByText('Sign in to open the script.')).tagName).toBe('SPAN')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/secret-login')
    expect(location.pathname).toBe('/')
    expect(wantedPage()).toBe('/scripts/s1?line=3#note')
  })

  test('product §2 the offer names a script only for the page of a script', async () => {
    showApp('/settings')
    expect(await screen.findByText('Sign in to open the page you asked for.')).toBeTruthy()
  })

  test('product §6 when the identity service has ended the session, the offer reports it', async () => {
    rememberEnd()
    rememberReturn('/scripts/s1', 'ada')
    showApp('/')
    expect(await screen.findByText('Your session has ended. Sign in to open the script.')).toBeTruthy()
    forgetEnd()
  })

  test('announces the offer in a live region that was rendered before its text', async () => {
    const filled: Node[] = []
    const observer = new MutationObserver((changes) => filled.push(...changes.map(({ target }) => target)))
    observer.observe(document.body, { childList: true, subtree: true })
    showApp('/scripts/s1')
    const region = (await screen.findByText('Sign in to open the script.')).closest('output')
    await waitFor(() => expect(filled).toContain(region))
    observer.disconnect()
  })

  test('stores no page when another tab has ended the session', async () => {
    session.state = signedInAs()
    const { goTo } = showApp('/scripts/s1')
    await screen.findByText('Script s1')
    session.state = ANONYMOUS
    await goTo('/scripts/s2')
    await screen.findByText('The landing page')
    expect(wantedPage()).toBeUndefined()
  })

  test('a signed-in route does not redirect during a sign-out, which opens the login itself', async () => {
    session.state = LEAVING
    showApp('/dashboard')
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(location.pathname).toBe('/dashboard')
  })
})

test.each([
  ['a visitor', ANONYMOUS, 'Back to Home', '/'],
  ['a signed-in user', signedInAs(), 'Back to Your Scripts', '/dashboard'],
])('product §2 an unknown path shows 404, with a link for %s', async (_who, state, name, href) => {
  session.state = state
  showApp('/nowhere')
  expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeTruthy()
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

test('product §2 /login redirects to /', async () => {
  showApp('/login')
  await screen.findByText('The landing page')
  expect(location.pathname).toBe('/')
})

describe('product §2 navigation bar', () => {
  test('signed out: Home and Pricing, and the logo leads to /', async () => {
    showApp('/')
    await screen.findByText('The landing page')
    expect(hrefOf('Home')).toBe('/')
    expect(hrefOf('Pricing')).toBe('/#pricing')
    expect(hrefOf('And Scene')).toBe('/')
    expect(bar().queryByRole('button', { name: 'Sign Out' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull()
  })

  test('has the items of a user while a stored session resolves', async () => {
    session.state = LOADING
    showApp('/')
    await screen.findByText('The landing page')
    expect(bar().getByRole('link', { name: 'Scripts' })).toBeTruthy()
    expect(bar().queryByRole('link', { name: 'Home' })).toBeNull()
  })

  test('signed in: Scripts, Settings, Sign Out, and the logo leads to /dashboard', async () => {
    session.state = signedInAs()
    showApp('/dashboard')
    await screen.findByText('The dashboard')
    expect(hrefOf('Scripts')).toBe('/dashboard')
    expect(hrefOf('Settings')).toBe('/settings')
    expect(hrefOf('And Scene')).toBe('/dashboard')
    expect(screen.queryByRole('button', { name: 'Send New Verification Email' })).toBeNull()
    fireEvent.click(bar().getByRole('button', { name: 'Sign Out' }))
    expect(session.signOut).toHaveBeenCalledOnce()
  })

  test("on a script page, contains the reader's part with the parameters of the page", async () => {
    session.state = signedInAs()
    showApp('/scripts/s7')
    expect(await bar().findByText('Voices of s7')).toBeTruthy()
  })

  test('is unaffected by a part that fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    session.state = signedInAs()
    showApp('/scripts/s7', { ...exposed(), 'reader/navigation': new Error('gone') })
    expect(await screen.findByText('Script s7')).toBeTruthy()
    expect(bar().getByRole('link', { name: 'Scripts' })).toBeTruthy()
    vi.restoreAllMocks()
  })

  test.each([
    ['link', 'Scripts'],
    ['button', 'Sign Out'],
  ])('opens a drawer with the same items by the menu button; its %s %s closes it', async (role, name) => {
    session.state = signedInAs()
    showApp('/')
    await screen.findByText('The landing page')
    fireEvent.click(bar().getByRole('button', { name: 'Menu' }))
    const drawer = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' })
    const links = within(drawer).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Scripts', 'Settings'])
    fireEvent.click(within(drawer).getByRole(role, { name }))
    expect(drawer.open).toBe(false)
  })

  test('preloads a remote when the pointer is over its link', async () => {
    session.state = signedInAs()
    const { runtime } = showApp('/scripts/s1')
    await screen.findByText('Script s1')
    expect(runtime.load).not.toHaveBeenCalledWith('dashboard/routes')
    fireEvent.pointerEnter(bar().getByRole('link', { name: 'Scripts' }))
    await waitFor(() => expect(runtime.load).toHaveBeenCalledWith('dashboard/routes'))
  })

  test('is absent on a bare route', async () => {
    showApp('/alone')
    await screen.findByText('Alone')
    expect(screen.queryByRole('banner')).toBeNull()
  })
})

test('product §6 an unverified user sees a notice with a button for a new e-mail', async () => {
  session.state = signedInAs(false)
  showApp('/dashboard')
  expect(await screen.findByText('Please verify ada@example.com.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send New Verification Email' })).toBeTruthy()
})

describe('a remote that fails to load', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => vi.restoreAllMocks())

  test('Retry loads a failed page chunk again, even though the remote is loaded', async () => {
    session.state = signedInAs()
    let broken = true
    const lazy = async () => {
      if (broken) throw Object.assign(new Error('gone'), { name: 'ChunkLoadError' })
      return { Component: () => <h1>There again</h1> }
    }
    showApp('/dashboard', {
      ...exposed(),
      'dashboard/routes': { routes: [{ path: '/dashboard', lazy }] },
    })
    await screen.findByRole('button', { name: 'Reload page' })
    broken = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('There again')).toBeTruthy()
  })

  test('Retry also loads its part of the bar again', async () => {
    session.state = signedInAs()
    const away = new Error('the server is unavailable')
    const { parts } = showApp('/scripts/s1', {
      ...exposed(),
      'reader/routes': away,
      'reader/navigation': away,
    })
    await screen.findByText('An error occurred while rendering the script.')
    Object.assign(parts, exposed())
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Script s1')).toBeTruthy()
    expect(await bar().findByText('Voices of s1')).toBeTruthy()
  })

  test.each([undefined, {}, { routes: 'none' }])(
    'shows an error when it exposes no routes: %o',
    async (part) => {
      showApp('/', { ...exposed(), 'landing/routes': part })
      expect(await screen.findByText('An error occurred while rendering the home page.')).toBeTruthy()
      expect(screen.getByText('The remote landing exposes no routes')).toBeTruthy()
    },
  )
})
