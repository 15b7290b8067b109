import type { Health } from '@andscene/contracts/health'
import { deleteAccount } from '@andscene/contracts/routes/account'
import { subscribe } from '@andscene/contracts/routes/emails'
import { savePreferences } from '@andscene/contracts/routes/preferences'
import { saveProgress } from '@andscene/contracts/routes/progress'
import { listScripts } from '@andscene/contracts/routes/scripts'
import { previewVoice } from '@andscene/contracts/routes/speech'
import { saveDefaultVoice } from '@andscene/contracts/routes/voices'
import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import type { Page } from '@playwright/test'
import { createVerifiedAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'
import { clientOf, expect, login, test } from '../../fixtures/test.ts'
import { tracesOf } from '../../fixtures/traces.ts'

const NEW_PASSWORD = 'Table-Read-3'

const openSettings = async (page: Page) => {
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
}

test.describe('settings', () => {
  test.use({ expectedErrors: [/accounts:(signInWithPassword|update)|Failed to load resource.*40[01]/] })

  test('product §2: after a password change only the new password signs in, and this session continues', async ({
    page,
    browser,
    platform,
    person,
    signIn,
  }) => {
    await signIn()
    await openSettings(page)
    await page.getByRole('button', { name: 'Change Password' }).click()
    const form = page.getByRole('form', { name: 'Change password' })
    const fill = async (current: string) => {
      await form.getByLabel('Current password', { exact: true }).fill(current)
      await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
      await form.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD)
      await form.getByRole('button', { name: 'Save Password' }).click()
    }
    await fill('Wrong-Word-9')
    await expect(form.getByRole('alert')).toHaveText('Current password is incorrect')
    await fill(person.password)
    await expect(page.getByText('Your password has been changed.')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Your Scripts' })).toBeVisible()
    const context = await browser.newContext({ baseURL: platform.origin })
    await login(await context.newPage(), { ...person, password: NEW_PASSWORD })
    await context.close()
    const old = { email: person.email, password: person.password }
    const refused = await page.request.post(
      `${platform.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
      { data: old },
    )
    expect(refused.status()).toBe(400)
  })

  test('product §7: deleting an account clears this device too, and the e-mail can register again @core', async ({
    page,
    platform,
    person,
    client,
    signIn,
  }) => {
    await signIn()
    await client.uploadSample()
    await openSettings(page)
    await page.getByText('2×', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete Account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Word-9')
    await dialog.getByRole('button', { name: 'Delete Account' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Password is incorrect')
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/secret-login$/)
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'andscene_theme')))
      .toEqual([])
    await expect.poll(() => tracesOf(platform, [person.email, person.uid])).toEqual([])

    const again = await page.request.post(
      `${platform.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k`,
      { data: { email: person.email, password: person.password, returnSecureToken: true } },
    )
    const { localId } = (await again.json()) as { localId: string }
    expect(localId).not.toBe(person.uid)
    await login(page, person)
    await expect(page.getByRole('heading', { name: 'Your Scripts' })).toBeVisible()
    const { data } = await clientOf(page).call(listScripts, {})
    expect(data.scripts).toEqual([])
  })
})

test.describe('an account deletion that is interrupted', () => {
  test.describe.configure({ timeout: 400_000 })
  let platform: Platform
  test.beforeAll(async () => {
    platform = await temporaryPlatform({ backoffMs: [100, 500], env: { LIMIT_ACCOUNTS: '1000' } })
  })
  test.afterAll(() => platform?.stop())

  /** Creates a user with data of every kind. Returns the account and the names that identify its data. */
  async function createFullUser() {
    // A process that the last test killed may still be starting.
    const health = async () => (await (await fetch(`${platform.origin}/api/health`)).json()) as Health
    await expect.poll(async () => (await health()).status).toBe('ok')
    const person = await createVerifiedAccount(platform.origin)
    const api = new PlatformClient(platform.origin, person.token)
    await api.call(subscribe, { body: { email: person.email, source: 'landing-page' } })
    const [voice] = await api.voices()
    const voiceId = voice!.voiceId
    await api.call(saveDefaultVoice, { body: { voiceId } })
    await api.call(savePreferences, { body: { rate: 2 } })
    const preview = await api.call(previewVoice, { body: { voiceId, text: 'A lamp.' } })
    const [, previews = ''] = /^(previews\/[^/]+)\//.exec(preview.headers.get('x-audio-path') ?? '') ?? []
    const script = await api.readyScript('mine', ['A lamp is lit.', 'A boat comes home.'])
    await api.call(saveProgress, { params: { id: script._id }, body: { lastPlayedLineIndex: 1 } })
    const clips = `audio/scripts/${script._id}`
    return { person, api, names: [person.uid, person.email, previews, clips], scriptId: script._id }
  }

  for (const victim of ['scripts', 'gateway', 'identity', 'subscriptions', 'tts', 'worker-1'])
    test(`finishes automatically after kill -9 of ${victim}, and leaves no data`, async () => {
      const { person, api, names, scriptId } = await createFullUser()
      expect((await tracesOf(platform, names)).length).toBeGreaterThan(6)
      const isAsked = victim === 'scripts' || victim === 'gateway' || victim === 'identity'
      const kill = () => process.kill(platform.pids()[victim]!, 'SIGKILL')
      // Kill processes that take part in the request after its response, and all others before it.
      if (!isAsked) kill()
      await api.call(deleteAccount, {})
      if (isAsked) kill()
      await expect.poll(() => tracesOf(platform, names), { timeout: 120_000, intervals: [250] }).toEqual([])
      // The script's id may stay in the index with its version. The deletion command ends a little later.
      await expect
        .poll(
          async () => {
            const rows = await tracesOf(platform, [scriptId])
            return rows.filter((trace) => !/^tts\.sqlite tts_(epochs|versions|erased)\b/.test(trace))
          },
          { timeout: 120_000, intervals: [250] },
        )
        .toEqual([])
      await expect(async () => {
        const headers = { authorization: `Bearer ${person.token}` }
        expect((await fetch(`${platform.origin}/api/scripts`, { headers })).status).toBe(401)
      }).toPass()
    })
})
