import { forgetPage, wantedPage } from '@andscene/web-kit/wanted-page'
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
  test("a signed-in route shows 'Loading...', and loads its code, while the session resolves", async () => {
    session.state = LOADING
    const { runtime } = showApp('/scripts/s1')
    expect(screen.getByText('Loading...')).toBeTruthy()
    await waitFor(() => expect(runtime.load).toHaveBeenCalledWith('reader/routes'))
    expect(runtime.load).toHaveBeenCalledWith('reader/navigation')
    expect(runtime.load).not.toHaveBeenCalledWith('dashboard/routes')
  })

  test('a signed-in route leads a visitor to /, and loads nothing', async () => {
    const { runtime } = showApp('/dashboard')
    await screen.findByText('The landing page')
    expect(runtime.load).not.toHaveBeenCalledWith('dashboard/routes')
    expect(location.pathname).toBe('/')
  })

  test.each([
    ['a visitor', ANONYMOUS],
    ['a signed-in user', signedInAs()],
  ])(
    'decision 0047: the page of a link is open to %s, below a bar with the way to / alone',
    async (_who, state) => {
      session.state = state
      showApp('/listen')
      expect(await screen.findByText('The script of a link')).toBeTruthy()
      expect(hrefOf('And Scene')).toBe('/')
      expect(bar().queryByRole('navigation')).toBeNull()
      expect(bar().queryByRole('button')).toBeNull()
    },
  )

  test('the page that a visitor asked for is remembered, with line and part, and / says how to get there', async () => {
    showApp('/scripts/s1?line=3#note')
    expect((await screen.findByText('Sign in to open the script.')).tagName).toBe('SPAN')
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/secret-login')
    expect(location.pathname).toBe('/')
    expect(wantedPage()).toBe('/scripts/s1?line=3#note')
  })

  test('product §2 a page that is not a script is not called one', async () => {
    showApp('/settings')
    expect(await screen.findByText('Sign in to open the page you asked for.')).toBeTruthy()
  })

  test('how to get there is put into a live region that is there before, so that it is read aloud', async () => {
    const filled: Node[] = []
    const observer = new MutationObserver((changes) => filled.push(...changes.map(({ target }) => target)))
    observer.observe(document.body, { childList: true, subtree: true })
    showApp('/scripts/s1')
    const region = (await screen.findByText('Sign in to open the script.')).closest('output')
    await waitFor(() => expect(filled).toContain(region))
    observer.disconnect()
  })

  test('of a session that another tab has ended no page is remembered', async () => {
    session.state = signedInAs()
    const { goTo } = showApp('/scripts/s1')
    await screen.findByText('Script s1')
    session.state = ANONYMOUS
    await goTo('/scripts/s2')
    await screen.findByText('The landing page')
    expect(wantedPage()).toBeUndefined()
  })

  test('on the way out a signed-in route leads nowhere: the sign-out itself leads to the login', async () => {
    session.state = LEAVING
    showApp('/dashboard')
    expect(screen.getByText('Loading...')).toBeTruthy()
    expect(location.pathname).toBe('/dashboard')
  })
})

test.each([
  ['a visitor', ANONYMOUS, 'Back to Home', '/'],
  ['a signed-in user', signedInAs(), 'Back to Your Scripts', '/dashboard'],
])('product §2 an address without a page shows 404, and leads %s on', async (_who, state, name, href) => {
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

  test('has the items of a person from the start while a stored session resolves', async () => {
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

  test('on a script page the reader adds its part, with the page’s own parameters', async () => {
    session.state = signedInAs()
    showApp('/scripts/s7')
    expect(await bar().findByText('Voices of s7')).toBeTruthy()
  })

  test('a part that fails leaves the bar and the page as they are', async () => {
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
  ])('the menu button opens a drawer with the same items, and its %s %s closes it', async (role, name) => {
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

  test('hovering over a link loads its remote beforehand', async () => {
    session.state = signedInAs()
    const { runtime } = showApp('/scripts/s1')
    await screen.findByText('Script s1')
    expect(runtime.load).not.toHaveBeenCalledWith('dashboard/routes')
    fireEvent.pointerEnter(bar().getByRole('link', { name: 'Scripts' }))
    await waitFor(() => expect(runtime.load).toHaveBeenCalledWith('dashboard/routes'))
  })

  test('a bare route has no bar', async () => {
    showApp('/alone')
    await screen.findByText('Alone')
    expect(screen.queryByRole('banner')).toBeNull()
  })
})

test('product §6 an unverified person sees a notice with the way to a new e-mail', async () => {
  session.state = signedInAs(false)
  showApp('/dashboard')
  expect(await screen.findByText('Please verify ada@example.com.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send New Verification Email' })).toBeTruthy()
})

describe('a remote that cannot be loaded', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => vi.restoreAllMocks())

  test('a page chunk that failed is loaded again by Retry, though the remote itself is there', async () => {
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

  test('Retry brings its part of the bar back, too', async () => {
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
    'throws for a remote that exposes no routes: %o',
    async (part) => {
      showApp('/', { ...exposed(), 'landing/routes': part })
      expect(await screen.findByText('An error occurred while rendering the home page.')).toBeTruthy()
      expect(screen.getByText('The remote landing exposes no routes')).toBeTruthy()
    },
  )
})
