import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => document.body.replaceChildren())

test('shows an error with a reload button when the code fails to load', async () => {
  document.body.innerHTML =
    '<div id="root"><main><div class="host-prerendered" inert>As built</div></main></div>'
  vi.doMock('./start.tsx', () => {
    throw new Error('Loading chunk start failed.')
  })
  const { started } = await import('./index.ts')
  await expect(started).rejects.toHaveProperty('cause.message', 'Loading chunk start failed.')
  expect(document.querySelector('[role=alert]')?.textContent).toContain('And Scene could not start')
  expect(document.querySelector('button')?.textContent).toBe('Reload')
  expect(document.body.textContent).not.toContain('As built')
})

const displayOf = (selector: string) => getComputedStyle(document.querySelector(selector)!).display

test('without JavaScript a page that came as HTML can be read, and says what it lacks', async () => {
  const { default: shell } = (await import('./index.html?raw' as string)) as { default: string }
  // Parsed as by a browser without scripts.
  document.body.innerHTML = new DOMParser()
    .parseFromString(shell, 'text/html')
    .body.innerHTML.replaceAll(/<\/?noscript>/g, '')
  expect(displayOf('.host-waiting')).toBe('none')
  document.querySelector('main')!.innerHTML =
    '<output class="as-visually-hidden">Loading...</output><div class="host-prerendered" inert>As built</div>'
  expect(['#root', 'main', '.host-prerendered'].map(displayOf)).not.toContain('none')
  expect(displayOf('output')).toBe('none')
  expect(document.body.textContent).toMatch(/needs JavaScript. Without it .* no form works/)
})
