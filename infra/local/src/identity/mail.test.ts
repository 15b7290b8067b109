import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DEMO_ACCOUNT, identityProcess } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'

it('product §10: codes that are asked for again and again do not fill the file of accounts', async () => {
  const folder = await temporaryDir()
  const identity = await identityProcess(folder)
  onTestFinished(() => identity.kill('SIGKILL'))
  const ask = () =>
    identity.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: DEMO_ACCOUNT.email })
  for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 20 }, ask))
  const { oobs } = JSON.parse(await readFile(path.join(folder, 'accounts.json'), 'utf8')) as {
    oobs: { oobCode: string }[]
  }
  expect(oobs).toHaveLength(100)
  // The newest are kept.
  const [newest = ''] = [...identity.said().matchAll(/oobCode=([\w-]+)/g)]
    .map(([, code]) => code ?? '')
    .slice(-1)
  const reset = { oobCode: newest, newPassword: 'Scene-Two-2' }
  expect((await identity.call('accounts:resetPassword', reset)).status).toBe(200)
})
