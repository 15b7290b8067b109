import { afterEach, expect, test } from 'vitest'

afterEach(() => document.body.replaceChildren())

const displayOf = (selector: string) => getComputedStyle(document.querySelector(selector)!).display

test('without JavaScript, a prerendered page is readable and says what does not work', async () => {
  const { default: shell } = (await import('./index.html?raw' as string)) as { default: string }
  // Parsed like a browser without scripts.
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
