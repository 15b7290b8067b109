import '@andscene/web-kit/testing/jsdom'
import type { SessionState } from '@andscene/web-kit/session'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Link, NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ANONYMOUS, exposed, showApp } from '../testing.tsx'
import { openHistory } from './page-history.ts'

vi.mock('@andscene/web-kit/session', () => ({
  useSession: () => ({ ...(ANONYMOUS as SessionState), signOut: async () => undefined }),
  refreshSession: async () => undefined,
  onSessionEnd: () => undefined,
}))

const WINDOW_PX = 500
/** The page as a browser lays it out: how long it is, and how far it is scrolled. */
const layout = { length: 0, observers: new Set<() => void>(), parts: [] as string[] }
const scrollBy = (top: number) =>
  vi.stubGlobal('scrollY', Math.max(0, Math.min(top, layout.length - WINDOW_PX)))
const lengthen = (length: number) => {
  layout.length = length
  for (const tell of layout.observers) tell()
}

beforeEach(() => {
  sessionStorage.clear()
  // jsdom has no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, { close: () => undefined })
  Object.assign(layout, { length: 3_000, observers: new Set(), parts: [] })
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('innerHeight', WINDOW_PX)
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => scrollBy(top))
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => layout.length)
  Element.prototype.scrollIntoView = function scrollIntoView() {
    layout.parts.push(this.id)
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly tell: () => void
      constructor(tell: () => void) {
        this.tell = tell
      }
      observe() {
        layout.observers.add(this.tell)
      }
      disconnect() {
        layout.observers.delete(this.tell)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Landing() {
  const { pathname, search, hash, state } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const keep = { replace: true, state: null, preventScrollReset: true }
  return (
    <>
      <h1>The landing page</h1>
      <output>{`${type} ${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>
      <section id="pricing" />
      <Link to="/#pricing">The prices</Link>
      <Link to="/secret-login" state={{ email: 'a@b' }}>
        Login
      </Link>
      <Link to="/">Anew</Link>
      <button type="button" onClick={() => void navigate('/?done', keep)}>
        Keep
      </button>
    </>
  )
}
const parts = () => ({
  ...exposed(),
  'landing/routes': {
    routes: [
      { path: '/', lazy: async () => ({ Component: Landing }) },
      { path: '/secret-login', lazy: async () => ({ Component: Landing }) },
    ],
  },
})
const open = async (path: string) => {
  const app = showApp(path, parts())
  await screen.findByText('The landing page')
  return app
}
const shown = () => screen.getByRole('status').textContent
const press = (name: string) => act(async () => fireEvent.click(screen.getByText(name)))
const isLeft = () => screen.queryByText('The landing page') === null
const goBack = () =>
  act(async () => {
    const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    history.back()
    await popped
  })

test('a link is a new entry with its state, at the top; back leads to where the page was left', async () => {
  await open('/')
  scrollBy(700)
  await press('Login')
  expect(shown()).toBe('PUSH /secret-login {"email":"a@b"}')
  expect(scrollY).toBe(0)
  await goBack()
  expect(shown()).toBe('POP / null')
  expect(scrollY).toBe(700)
})

test('a link to the page that is shown replaces its entry', async () => {
  await open('/')
  await press('The prices')
  const { length } = history
  await press('The prices')
  expect(history.length).toBe(length)
  expect(shown()).toBe('REPLACE /#pricing null')
  expect(layout.parts).toEqual(['pricing', 'pricing'])
})

test('preventScrollReset leaves the page as it is scrolled', async () => {
  await open('/')
  scrollBy(700)
  await press('Keep')
  expect(shown()).toBe('REPLACE /?done null')
  expect(scrollY).toBe(700)
  await press('Anew')
  expect(scrollY).toBe(0)
})

test('a reload finds position and state again; an entry that the browser made has none', async () => {
  const { history: left } = await open('/')
  await press('Login')
  scrollBy(700)
  window.dispatchEvent(new Event('pagehide'))
  expect(history.scrollRestoration, 'another document of the tab is the browser’s').toBe('auto')
  window.dispatchEvent(new Event('pageshow'))
  expect(history.scrollRestoration, 'and this one is ours').toBe('manual')
  cleanup()
  scrollBy(0)
  const reloaded = openHistory()
  expect(reloaded.shown()).toMatchObject({
    location: { pathname: '/secret-login', state: { email: 'a@b' }, key: left.shown().location.key },
    action: NavigationType.Pop,
  })
  reloaded.scroll(reloaded.shown())
  expect(scrollY).toBe(700)

  // An address that is typed, or a plain link to a part.
  history.pushState(null, '', '/#pricing')
  const typed = openHistory()
  expect(typed.shown().location.key).not.toBe(left.shown().location.key)
  expect(openHistory().shown().location.key, 'its own from now on').toBe(typed.shown().location.key)
})

test('a page that is not long enough yet is scrolled once it is', async () => {
  await open('/')
  scrollBy(700)
  await press('Login')
  layout.length = 600
  await goBack()
  expect(scrollY).toBe(100)
  lengthen(1_000)
  expect(scrollY).toBe(500)
  lengthen(3_000)
  expect(scrollY).toBe(700)
  scrollBy(0)
  lengthen(4_000)
  expect(scrollY, 'only once').toBe(0)
})

test.each(['somebody scrolls', 'another page is shown'])('and no longer waited for when %s', async (what) => {
  await open('/')
  scrollBy(700)
  await press('Login')
  layout.length = 600
  await goBack()
  if (what === 'somebody scrolls') {
    scrollBy(50)
    window.dispatchEvent(new Event('scroll'))
  } else await press('Login')
  const before = scrollY
  lengthen(3_000)
  expect(scrollY).toBe(before)
})

test('what a hash names is scrolled to once it is there', async () => {
  showApp('/#pricing', parts())
  expect(layout.parts).toEqual([])
  await screen.findByText('The landing page')
  lengthen(3_001)
  lengthen(3_002)
  expect(layout.parts).toEqual(['pricing'])
})

test('a navigation is drawn afterwards, or before it returns if it asks for that', async () => {
  const { history: pages } = await open('/')
  await act(async () => {
    pages.push('/secret-login', null, { flushSync: true })
    expect(isLeft()).toBe(true)
  })
  await screen.findByText('The landing page')
  await act(async () => {
    pages.push('/alone')
    expect(isLeft()).toBe(false)
  })
  expect(isLeft()).toBe(true)
})

test('storage that is blocked or damaged costs the positions of a reload', async () => {
  sessionStorage.setItem('andscene_scroll', '{')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await open('/')
  scrollBy(700)
  await press('Login')
  window.dispatchEvent(new Event('pagehide'))
  await goBack()
  expect(scrollY).toBe(700)
})

test('a browser that refuses one more entry is led there without it', async () => {
  await open('/')
  vi.spyOn(window.history, 'pushState').mockImplementation(() => {
    throw new DOMException('100 times per 30 seconds', 'SecurityError')
  })
  await press('The prices')
  await waitFor(() => expect(shown()).toBe('POP /#pricing null'))
})

test('addresses are encoded as the browser does it, and a path of two slashes is no host', () => {
  const { encodeLocation } = openHistory()
  expect(encodeLocation('/scripts/für?a=b#c d')).toEqual({
    pathname: '/scripts/f%C3%BCr',
    search: '?a=b',
    hash: '#c%20d',
  })
  expect(encodeLocation('//example.com/x').pathname).toBe('//example.com/x')
})

test('a document that was scrolled before its code was there stays so', () => {
  scrollBy(700)
  const opened = openHistory()
  opened.listen((entry) => opened.scroll(entry)())()
  expect(scrollY).toBe(700)
})
