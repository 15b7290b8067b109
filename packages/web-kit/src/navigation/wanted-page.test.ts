import { beforeEach, expect, test } from 'vitest'
import { clearPersonalStorage } from '../storage-keys.ts'
import { isOwnPath, reachPage, rememberPage, rememberStep, wantedPage } from './wanted-page.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('after a step to it the page is wanted again, and then nothing', () => {
  rememberPage('/invitation#k')
  rememberStep('/verify-email?oobCode=c')
  rememberStep('/verify-email?oobCode=c')
  expect(wantedPage()).toBe('/verify-email?oobCode=c')
  reachPage()
  expect(wantedPage()).toBe('/invitation#k')
  reachPage()
  expect(wantedPage()).toBeUndefined()
})

test('a step that was stored cannot lead to another origin', () => {
  const kept = JSON.stringify({ path: '/x', at: Date.now(), next: '//evil.example' })
  localStorage.setItem('andscene_wanted_page', kept)
  reachPage()
  expect(wantedPage()).toBeUndefined()
})

test('is over after an hour, and where the clock was moved', () => {
  rememberPage('/scripts/s1', 'browser', 0)
  expect(wantedPage(3_599_999)).toBe('/scripts/s1')
  expect(wantedPage(3_600_000)).toBeUndefined()
  expect(wantedPage(-3_600_000)).toBeUndefined()
})

test('outlives what is removed of a person: the end of a session keeps or forgets it itself', async () => {
  rememberPage('/scripts/s1')
  sessionStorage.clear()
  await clearPersonalStorage()
  expect(wantedPage()).toBe('/scripts/s1')
})

test.each(['/', '/secret-login', '/register?x', '/login#x'])('%s is no page to return to', (path) => {
  rememberPage(path)
  expect(wantedPage()).toBeUndefined()
})

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
])('%j leads nowhere, whether it is to be kept or stored already', (path) => {
  expect(isOwnPath(path)).toBe(false)
  rememberPage(path)
  expect(localStorage).toHaveLength(0)
  localStorage.setItem('andscene_wanted_page', JSON.stringify({ path, at: Date.now() }))
  expect(wantedPage()).toBeUndefined()
})

test.each(['x', '[]', '{"path":1}', '{"path":"/x"}', 'null'])('stored as %s it is none', (kept) => {
  localStorage.setItem('andscene_wanted_page', kept)
  expect(wantedPage()).toBeUndefined()
})
