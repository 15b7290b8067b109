import { system } from '@andscene/web-kit/testing/jsdom'
import { THEME_KEY } from '@andscene/web-kit/storage-keys'
import { PALETTES } from '@andscene/web-kit/look'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// The build plugin gives the page its federation instance; here is no build.
const runtime = vi.hoisted(() => ({
  registerRemotes: () => undefined,
  loadRemote: (): Promise<unknown> => Promise.resolve(),
}))
vi.mock('@module-federation/enhanced/runtime', () => runtime)

afterEach(() => {
  runtime.loadRemote = () => Promise.resolve()
  vi.resetModules()
  document.body.replaceChildren()
  delete document.documentElement.dataset.theme
})

const withRoot = () => {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
}

describe('start', () => {
  test("product §5 a missing root element throws 'Failed to find the root element'", async () => {
    await expect(import('./start.tsx')).rejects.toThrow('Failed to find the root element')
  })

  test('product §5 an identity service that is not configured is told, with Retry', async () => {
    withRoot()
    const firebase = { apiKey: '', authDomain: 'd', projectId: 'p' }
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address === '/config.json' ? { apiBaseUrl: '/api', firebase } : { remotes: [] }),
    )
    await import('./start.tsx')
    await expect.poll(() => document.body.textContent).toContain('And Scene could not start')
    expect(document.body.textContent).toContain('The identity service is not configured')
    expect(document.querySelector('button')?.textContent).toBe('Retry')
  })

  test('with configuration and registry the application shows, and a bad row is reported', async () => {
    withRoot()
    const firebase = { apiKey: 'k', authDomain: 'd', projectId: 'p' }
    const reported = vi.fn<typeof reportError>()
    vi.stubGlobal('reportError', reported)
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(
        address === '/config.json' ? { apiBaseUrl: '/api', firebase } : { remotes: [{ name: 'odd' }] },
      ),
    )
    history.replaceState(null, '', '/')
    await import('./start.tsx')
    await expect.poll(() => document.querySelector('header')).not.toBeNull()
    expect(reported.mock.calls[0]![0]).toMatchObject({ message: expect.stringContaining('"odd"') as string })
  })
})

const readShell = async () => ((await import('./index.html?raw' as string)) as { default: string }).default

const kept = () => document.querySelector('.host-prerendered')

describe('a page that came with the document as HTML', () => {
  const CONFIG = { apiBaseUrl: '/api', firebase: { apiKey: 'k', authDomain: 'd', projectId: 'p' } }
  const LANDING = {
    name: 'landing',
    version: '1',
    entry: '/landing/mf-manifest.json',
    routes: [{ path: '/', access: 'visitor', errorText: 'The home page failed.' }],
  }
  /** As the edge composes it. */
  async function open() {
    const shell = new DOMParser().parseFromString(await readShell(), 'text/html').body
    document.body.innerHTML = shell.innerHTML
    const places = document.querySelectorAll('main.host-main')
    expect(places).toHaveLength(1)
    places[0]!.innerHTML = '<div class="host-prerendered" inert><h1>As built</h1></div>'
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address === '/config.json' ? CONFIG : { remotes: [LANDING] }),
    )
    history.replaceState(null, '', '/')
    const asked = Promise.withResolvers<void>()
    const loaded = Promise.withResolvers<unknown>()
    runtime.loadRemote = () => {
      asked.resolve()
      return loaded.promise
    }
    await import('./start.tsx')
    await asked.promise
    return loaded
  }

  test('stays until the page itself can be drawn, which takes its place at once', async () => {
    const loaded = await open()
    const built = kept()
    const seen: string[] = []
    new MutationObserver(() => seen.push(document.querySelector('main')?.textContent ?? '')).observe(
      document.body,
      { subtree: true, childList: true },
    )
    expect(built?.textContent).toBe('As built')
    const page = { path: '/', lazy: async () => ({ Component: () => createElement('h1', {}, 'As drawn') }) }
    loaded.resolve({ routes: [page] })
    await expect.poll(() => document.querySelector('h1')?.textContent).toBe('As drawn')
    expect(kept()).toBeNull()
    expect(new Set(seen)).toEqual(new Set(['As drawn']))
  })

  test('gives way to the sentence of a page that does not come', async () => {
    const loaded = await open()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    loaded.reject(new Error('offline'))
    await expect.poll(() => document.body.textContent).toContain('The home page failed.')
    expect(kept()).toBeNull()
  })

  test('gives way to the bar and an outline when its code is long on its way', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open()
    expect(kept()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await expect.poll(() => document.querySelector('nav')).not.toBeNull()
    expect(document.querySelector('main')?.textContent).toContain('Loading...')
  })

  test('a style sheet of it that did not arrive is left to the chunk loader', async () => {
    document.head.innerHTML = '<link rel="stylesheet" href="/gone.css" data-rspack="x:chunk-1">'
    const loaded = await open()
    expect(document.querySelector('link[data-rspack]')).toBeNull()
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    loaded.reject(new Error('offline'))
    await expect.poll(() => document.body.textContent).toContain('The home page failed.')
  })
})

/** Runs the script of the page's head. */
async function runThemeScript() {
  vi.resetModules()
  await import('../public/theme.js' as string)
  return document.documentElement.dataset.theme
}

const colours = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content }) => content)

describe('the bar of the browser', () => {
  beforeEach(async () => {
    document.head.innerHTML = new DOMParser().parseFromString(await readShell(), 'text/html').head.innerHTML
  })
  afterEach(() => document.head.replaceChildren())

  test('has the colours of the surface, one for each mode', () => {
    expect(colours()).toEqual([PALETTES.light.surface, PALETTES.dark.surface])
  })

  test('follows the saved theme before the first paint, not the system', async () => {
    localStorage.setItem(THEME_KEY, 'dark')
    await runThemeScript()
    expect(new Set(colours())).toEqual(new Set([PALETTES.dark.surface]))
  })
})

test('product §4 before the first paint the theme is the saved one, else the system’s', async () => {
  expect(await runThemeScript()).toBe('light')
  system.dark = true
  expect(await runThemeScript()).toBe('dark')
  localStorage.setItem(THEME_KEY, 'light')
  expect(await runThemeScript()).toBe('light')
  localStorage.setItem(THEME_KEY, 'sepia')
  expect(await runThemeScript()).toBe('dark')
})
