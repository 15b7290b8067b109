import { beforeEach, expect, test } from 'vitest'
import { clearPersonalStorage } from '../storage-keys.ts'
import { isOwnPath, reachPage, rememberPage, rememberStep, wantedPage } from './wanted-page.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('a step leads back to the wanted page, which is then removed', () => {
  rememberPage('/invitation#k')
  rememberStep('/verify-email?oobCode=c')
  rememberStep('/verify-email?oobCode=c')
  expect(wantedPage()).toBe('/verify-email?oobCode=c')
  reachPage()
  expect(wantedPage()).toBe('/invitation#k')
  reachPage()
  expect(wantedPage()).toBeUndefined()
})

test('a stored step cannot lead to another origin', () => {
  const kept = JSON.stringify({ path: '/x', at: Date.now(), next: '//evil.example' })
  localStorage.setItem('andscene_wanted_page', kept)
  reachPage()
  expect(wantedPage()).toBeUndefined()
})

test('expires after an hour, or when the clock was set back', () => {
  rememberPage('/scripts/s1', 'browser', 0)
  expect(wantedPage(3_599_999)).toBe('/scripts/s1')
  expect(wantedPage(3_600_000)).toBeUndefined()
  expect(wantedPage(-3_600_000)).toBeUndefined()
})

test('is kept when personal storage is cleared: the end of a session removes it separately', async () => {
  rememberPage('/scripts/s1')
  sessionStorage.clear()
  await clearPersonalStorage()
  expect(wantedPage()).toBe('/scripts/s1')
})

test.each(['/', '/secret-login', '/register?x', '/login#x'])(
  '%s is not stored as a page to return to',
  (path) => {
    rememberPage(path)
    expect(wantedPage()).toBeUndefined()
  },
)

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a\\..\\x',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /x',
  'x',
  '',
])('%j is neither stored nor read from storage', (path) => {
  expect(isOwnPath(path)).toBe(false)
  rememberPage(path)
  expect(localStorage).toHaveLength(0)
  localStorage.setItem('andscene_wanted_page', JSON.stringify({ path, at: Date.now() }))
  expect(wantedPage()).toBeUndefined()
})

test.each(['x', '[]', '{"path":1}', '{"path":"/x"}', 'null'])(
  'ignores the malformed stored value %s',
  (kept) => {
    localStorage.setItem('andscene_wanted_page', kept)
    expect(wantedPage()).toBeUndefined()
  },
)
