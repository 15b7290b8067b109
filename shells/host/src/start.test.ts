import { system } from '@andscene/web-kit/testing/jsdom'
import { GUESTS_KEY, THEME_KEY } from '@andscene/web-kit/storage-keys'
import { PALETTES } from '@andscene/web-kit/look'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// The build plugin creates the page's federation instance; tests have no build.
const runtime = vi.hoisted(() => ({
  registerRemotes: () => undefined,
  registerPlugins: () => undefined,
  loadRemote: (): Promise<unknown> => Promise.resolve(),
}))
vi.mock('@module-federation/enhanced/runtime', () => runtime)

afterEach(() => {
  runtime.loadRemote = () => Promise.resolve()
  vi.resetModules()
  document.body.replaceChildren()
  delete document.documentElement.dataset.theme
})

const FIREBASE = { apiKey: 'k', authDomain: 'd', projectId: 'p' }
/** Starts the shell in an empty page. */
async function start(registry: object, firebase = FIREBASE) {
  document.body.innerHTML = '<div id="root"></div>'
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(address === '/config.json' ? { apiBaseUrl: '/api', firebase } : registry),
  )
  await import('./start.tsx')
}
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent)

describe('start', () => {
  test("product §5 a missing root element throws 'Failed to find the root element'", async () => {
    await expect(import('./start.tsx')).rejects.toThrow('Failed to find the root element')
  })

  test('product §5 shows that the identity service is not configured, with Retry', async () => {
    await start({ remotes: [] }, { ...FIREBASE, apiKey: '' })
    await expect.poll(() => document.body.textContent).toContain('And Scene could not start')
    expect(document.body.textContent).toContain('The identity service is not configured')
    expect(buttons()).toEqual(['Retry'])
  })

  test('product §14 asks for a reload when the registry requires a newer shell', async () => {
    await start({ schemaVersion: 9, remotes: {} })
    await expect
      .poll(() => document.body.textContent)
      .toContain('And Scene was updated. Please reload the page.')
    expect(buttons()).toEqual(['Reload page'])
  })

  test('starts the application with configuration and registry, and reports a malformed row', async () => {
    const reported = vi.fn<typeof reportError>()
    vi.stubGlobal('reportError', reported)
    history.replaceState(null, '', '/')
    await start({ remotes: [{ name: 'odd' }] })
    await expect.poll(() => document.querySelector('header')).not.toBeNull()
    expect(reported.mock.calls[0]![0]).toMatchObject({ message: expect.stringContaining('"odd"') as string })
  })
})

test.each(['/config.json', '/remotes.json'])(
  'shows a timeout with Retry when %s does not arrive',
  async (silent) => {
    document.body.innerHTML = '<div id="root"></div>'
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      return AbortSignal.abort(new Error('signal timed out'))
    })
    vi.stubGlobal('fetch', async (address: string, { signal }: { signal: AbortSignal }) => {
      if (address === silent) signal.throwIfAborted()
      return Response.json({ apiBaseUrl: '/api', firebase: FIREBASE, remotes: [] })
    })
    await import('./start.tsx')
    await expect.poll(() => document.body.textContent).toContain('And Scene could not start')
    expect(buttons()).toEqual(['Retry'])
    expect(limits).toEqual([15_000, 15_000])
  },
)

const readShell = async () => ((await import('./index.html?raw' as string)) as { default: string }).default

const kept = () => document.querySelector('.host-prerendered')

/** A link as written by the edge or a chunk loader. Only a loaded one has a `sheet`. */
function styleSheet(href: string, mark: string, { sheet }: { sheet?: object } = {}) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href })
  link.dataset.rspack = mark
  Object.defineProperty(link, 'sheet', { value: sheet ?? null })
  document.head.append(link)
  return link
}

const MARK = 'andscene-landing:chunk-209'
const marked = () =>
  [...document.querySelectorAll('link[data-rspack]')].map((link) => link.getAttribute('href'))

/** Fails to load the remote and waits for the error text. */
const draw = (loaded: PromiseWithResolvers<unknown>) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  loaded.reject(new Error('offline'))
  return vi.waitUntil(() => document.body.textContent.includes('The home page failed.'))
}

describe('a prerendered page', () => {
  const LANDING = {
    name: 'landing',
    version: '1',
    entry: '/remotes/landing/2/mf-manifest.json',
    routes: [{ path: '/', access: 'visitor', errorText: 'The home page failed.' }],
  }
  /** A document as composed by the edge. */
  async function open({ refused = 0 } = {}) {
    const shell = new DOMParser().parseFromString(await readShell(), 'text/html').body
    document.body.innerHTML = shell.innerHTML
    const places = document.querySelectorAll('main.host-main')
    expect(places).toHaveLength(1)
    places[0]!.innerHTML =
      '<output class="as-visually-hidden">Loading...</output><div class="host-prerendered" inert><h1>As built</h1></div>'
    let refusals = refused
    vi.stubGlobal('fetch', async (address: string) => {
      if (address === '/config.json') return Response.json({ apiBaseUrl: '/api', firebase: FIREBASE })
      refusals -= 1
      return Response.json({ remotes: [LANDING] }, { status: refusals >= 0 ? 503 : 200 })
    })
    history.replaceState(null, '', '/')
    const asked = Promise.withResolvers<void>()
    const loaded = Promise.withResolvers<unknown>()
    runtime.loadRemote = () => {
      asked.resolve()
      return loaded.promise
    }
    await import('./start.tsx')
    if (refused > 0) (await vi.waitUntil(() => document.querySelector('button'))).click()
    await asked.promise
    return loaded
  }

  test('is replaced with the bar and an outline when its code loads slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await open()
    expect(kept()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    await expect.poll(() => document.querySelector('nav')).not.toBeNull()
    expect(document.querySelector('main')?.textContent).toContain('Loading...')
  })

  afterEach(() => document.head.replaceChildren())

  test.each([
    ['on the first try', 0],
    ['and after a Retry of the start that removed the HTML', 1],
  ])('leaves its style sheet that failed to load to the chunk loader, %s', async (_, refused) => {
    styleSheet('/remotes/landing/2/page.css', MARK)
    const loaded = await open({ refused })
    expect(marked()).toEqual([])
    await draw(loaded)
  })

  test('does not reuse a style sheet of another release', async () => {
    const old = styleSheet('/remotes/landing/1/page.css', MARK, { sheet: {} })
    styleSheet('/remotes/landing/2/page.css', 'andscene-landing:chunk-3', { sheet: {} })
    styleSheet('/assets/start.css', 'andscene-host:start', { sheet: {} })
    const loaded = await open()
    expect(marked()).toEqual(['/remotes/landing/2/page.css', '/assets/start.css'])
    // The HTML belongs to that release.
    expect([kept()?.isConnected, old.isConnected]).toEqual([true, true])
    await draw(loaded)
    expect(old.isConnected).toBe(false)
    expect(marked()).toHaveLength(2)
  })
})

async function runThemeScript() {
  vi.resetModules()
  await import('../public/theme.js' as string)
  return document.documentElement.dataset.theme
}

const colours = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content }) => content)

describe('the toolbar of the browser', () => {
  beforeEach(async () => {
    document.head.innerHTML = new DOMParser().parseFromString(await readShell(), 'text/html').head.innerHTML
  })
  afterEach(() => document.head.replaceChildren())

  test('has the colors of the surface, one for each mode', () => {
    expect(colours()).toEqual([PALETTES.light.surface, PALETTES.dark.surface])
  })

  test('follows the saved theme before the first paint, not the system', async () => {
    localStorage.setItem(THEME_KEY, 'dark')
    await runThemeScript()
    expect(new Set(colours())).toEqual(new Set([PALETTES.dark.surface]))
  })
})

test("product §4 before the first paint, the theme is the saved one, else the system's", async () => {
  expect(await runThemeScript()).toBe('light')
  system.dark = true
  expect(await runThemeScript()).toBe('dark')
  localStorage.setItem(THEME_KEY, 'light')
  expect(await runThemeScript()).toBe('light')
  localStorage.setItem(THEME_KEY, 'sepia')
  expect(await runThemeScript()).toBe('dark')
})

describe('decision 0047: the page of a link, before its code is loaded', () => {
  const TOKEN = 'a'.repeat(43)
  const asked: [string, RequestInit | undefined][] = []
  /** Runs the script that the edge adds to that page. */
  async function open(hash: string, respond = (_address: string) => Response.json({})) {
    asked.length = 0
    vi.resetModules()
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      asked.push([address, init])
      return respond(address)
    })
    history.replaceState(null, '', `/listen${hash}`)
    await import('../public/listen.js' as string)
    await globalThis.andsceneLink?.script.catch(() => undefined)
  }
  afterEach(() => {
    globalThis.andsceneLink = undefined
    localStorage.clear()
    history.replaceState(null, '', '/')
  })
  const opened = { data: { scriptId: 's1', guestToken: 'guest-1' } }

  test('opens the link and requests its script as the guest', async () => {
    await open(`#${TOKEN}`, () => Response.json(opened))
    expect(asked.map(([address]) => address)).toEqual(['/api/listen', '/api/scripts/s1'])
    expect(asked[0]![1]).toMatchObject({ method: 'POST', body: JSON.stringify({ token: TOKEN }) })
    expect(asked[1]![1]).toMatchObject({ headers: { authorization: 'Bearer guest-1' } })
    expect(globalThis.andsceneLink?.token).toBe(TOKEN)
    expect(await (await globalThis.andsceneLink!.opened!).json()).toEqual(opened)
  })

  test('sends the key of a returning guest', async () => {
    localStorage.setItem(GUESTS_KEY, JSON.stringify({ [TOKEN]: { guestKey: 'key-1' } }))
    await open(`#${TOKEN}`, () => Response.json(opened))
    expect(asked[0]![1]).toMatchObject({ body: JSON.stringify({ token: TOKEN, guestKey: 'key-1' }) })
  })

  test.each([
    [-60, ['/api/listen', '/api/scripts/s1']],
    [600, ['/api/scripts/s1']],
  ])('sends a guest token that expires in %d s only if it is valid', async (seconds, addresses) => {
    const claims = { iat: 0, exp: Date.now() / 1_000 + seconds }
    const link = { ...opened.data, guestToken: `e30.${btoa(JSON.stringify(claims))}.x` }
    localStorage.setItem(GUESTS_KEY, JSON.stringify({ [TOKEN]: { link, guestKey: 'key-1' } }))
    await open(`#${TOKEN}`, () => Response.json(opened))
    expect(asked.map(([address]) => address)).toEqual(addresses)
  })

  test('sends no other request when the link is rejected', async () => {
    await open(`#${TOKEN}`, () => Response.json({}, { status: 404 }))
    expect(asked).toHaveLength(1)
    expect((await globalThis.andsceneLink!.opened!).status).toBe(404)
  })

  test.each(['', '#main', '#short'])('sends no request for an address without a token (%s)', async (hash) => {
    await open(hash)
    expect(asked).toEqual([])
    expect(globalThis.andsceneLink).toBeUndefined()
  })
})
