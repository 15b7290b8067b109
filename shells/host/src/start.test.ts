import { system } from '@andscene/web-kit/testing/jsdom'
import { THEME_KEY } from '@andscene/web-kit/storage-keys'
import { PALETTES } from '@andscene/web-kit/look'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// The build plugin gives the page its federation instance; here is no build.
vi.mock('@module-federation/enhanced/runtime', () => ({
  registerRemotes: () => undefined,
  loadRemote: () => undefined,
}))

afterEach(() => {
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
    const html = ((await import('./index.html?raw' as string)) as { default: string }).default
    document.head.innerHTML = new DOMParser().parseFromString(html, 'text/html').head.innerHTML
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
