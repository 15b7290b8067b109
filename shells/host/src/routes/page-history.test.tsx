import { act, fireEvent, screen, within } from '@testing-library/react'
import { Link, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exposed, showApp } from '../testing/app.tsx'
import { openHistory } from './page-history.ts'

vi.mock('@andscene/web-kit/session', () => import('../testing/session.ts'))

const WINDOW_PX = 500
/** The layout of the page: its height and scroll position. */
const layout = { length: 0, observers: new Set<() => void>(), parts: [] as string[] }
const scrollBy = (top: number) =>
  vi.stubGlobal('scrollY', Math.max(0, Math.min(top, layout.length - WINDOW_PX)))
const lengthen = (length: number) => {
  layout.length = length
  for (const notify of layout.observers) notify()
}

const INTERACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
/** The current entry of the tab, left at a scroll position of `top` pixels. */
const storePosition = (path: string, top: number) => {
  history.pushState({ usr: null, key: 'left' }, '', path)
  sessionStorage.setItem('andscene_scroll', JSON.stringify({ left: top }))
}
const refuse = () => {
  throw new DOMException('100 times per 30 seconds', 'SecurityError')
}

beforeEach(() => {
  sessionStorage.clear()
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
      readonly #tell: () => void
      constructor(tell: () => void) {
        this.#tell = tell
      }
      observe() {
        layout.observers.add(this.#tell)
      }
      disconnect() {
        layout.observers.delete(this.#tell)
      }
    },
  )
})
afterEach(() => void vi.restoreAllMocks())

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
      <Link to="/">Again</Link>
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
const shown = () => within(screen.getByRole('main')).getByRole('status').textContent
const press = (name: string) => act(async () => fireEvent.click(screen.getByText(name)))
const isLeft = () => screen.queryByText('The landing page') === null
const popped = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
const goBack = () =>
  act(async () => {
    const moved = popped()
    history.back()
    await moved
  })

test('a link to the current page replaces its entry', async () => {
  await open('/')
  await press('The prices')
  const { length } = history
  await press('The prices')
  expect(history.length).toBe(length)
  expect(shown()).toBe('REPLACE /#pricing null')
  expect(layout.parts).toEqual(['pricing', 'pricing'])
})

test('preventScrollReset keeps the scroll position', async () => {
  await open('/')
  scrollBy(700)
  await press('Keep')
  expect(shown()).toBe('REPLACE /?done null')
  expect(scrollY).toBe(700)
  await press('Again')
  expect(scrollY).toBe(0)
})

test.each(['scroll', ...INTERACTIONS, 'another page'])(
  'stops restoring the scroll position after: %s',
  async (what) => {
    await open('/')
    scrollBy(700)
    await press('Login')
    layout.length = 600
    await goBack()
    if (what === 'another page') await press('Login')
    else {
      scrollBy(50)
      window.dispatchEvent(new Event(what))
    }
    const before = scrollY
    lengthen(3_000)
    expect(scrollY).toBe(before)
    expect(layout.observers.size).toBe(0)
  },
)

test('renders a navigation in a transition, or synchronously with flushSync', async () => {
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

test('shows pages when the browser rejects all history changes', async () => {
  window.history.pushState(null, '', '/')
  vi.spyOn(window.history, 'pushState').mockImplementation(refuse)
  vi.spyOn(window.history, 'replaceState').mockImplementation(refuse)
  const opened = openHistory()
  const { key } = opened.shown().location
  expect(key, 'in memory').toMatch(/^.+$/)
  const entries: string[] = []
  const stop = opened.listen(({ action, location }) => entries.push(`${action} ${location.hash}`))
  expect(opened.shown().location.key).toBe(key)
  let next = popped()
  opened.push('/#pricing')
  await next
  next = popped()
  const { length } = history
  opened.replace('/#examples')
  await next
  stop()
  expect(entries).toEqual(['POP ', 'POP #pricing', 'POP #examples'])
  expect(history.length).toBe(length)
})

test('stores a position for the rendered entry, not for one that is still loading', () => {
  history.pushState(null, '', '/')
  const opened = openHistory()
  const first = opened.shown()
  opened.scroll(first)
  scrollBy(700)
  opened.push('/secret-login')
  const overtaken = opened.shown()
  opened.push('/alone')
  opened.scroll(opened.shown())
  expect(scrollY).toBe(0)
  opened.scroll({ ...first, keepsScroll: false })
  expect(scrollY).toBe(700)
  opened.scroll(overtaken)
  expect(scrollY, 'never drawn before').toBe(0)
})

test('encodes paths like the browser, and does not read a path with two slashes as a host', () => {
  const { encodeLocation, push, replace } = openHistory()
  expect(encodeLocation('/scripts/für?a=b#c d')).toEqual({
    pathname: '/scripts/f%C3%BCr',
    search: '?a=b',
    hash: '#c%20d',
  })
  expect(encodeLocation('//example.com/x').pathname).toBe('//example.com/x')
  push('//example.com/x')
  expect(location.href).toBe(`${location.origin}//example.com/x`)
  replace('//example.com/y')
  expect(location.href).toBe(`${location.origin}//example.com/y`)
})

/** Opens the history; the returned function renders the current entry. */
function openPage(): () => void {
  const opened = openHistory()
  return () => opened.listen((entry) => opened.scroll(entry)())()
}

describe('a document before its code has loaded', () => {
  const PART_PX = 1_200

  beforeEach(() => {
    document.body.innerHTML = '<section id="pricing"></section>'
    const part = document.getElementById('pricing')!
    part.style.scrollMarginTop = '80px'
    part.getBoundingClientRect = () => ({ top: PART_PX - scrollY }) as DOMRect
    return () => document.body.replaceChildren()
  })

  test('is not scrolled by the reload shortcut', () => {
    storePosition('/', 700)
    const show = openPage()
    fireEvent.keyDown(document.body, { key: 'r', ctrlKey: true })
    show()
    expect(scrollY).toBe(700)
  })

  test('shows the entry to which the browser has navigated meanwhile', () => {
    const opened = openHistory()
    history.pushState({ usr: null, key: 'meanwhile' }, '', '/#pricing')
    opened.listen(() => undefined)()
    expect(opened.shown().location).toMatchObject({ hash: '#pricing', key: 'meanwhile' })
  })
})
