import type { DevelopmentMailbox } from '@andscene/contracts/platform'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startIdentity } from '../testing/identity-process.ts'
import { temporaryDir } from '../testing/launched.ts'

// Each emulator process takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ADA = { email: 'ada@example.com', password: 'Act-Three-3' }
const BOB = { email: 'bob@example.com', password: 'Act-Three-3' }
const NEW = 'Scene-Two-2'
const CLOCK = path.join(import.meta.dirname, '../testing/later-clock.ts')

/** The real emulator with the accounts in `folder`, in a process whose clock is `laterMs` ahead. */
async function identity(folder: string, laterMs = 0) {
  const running = await startIdentity(folder, {
    NODE_OPTIONS: `--import=${CLOCK}`,
    LATER_MS: String(laterMs),
  })
  const { call } = running
  const mails = async () => {
    const headers = { 'x-identity-secret': running.keys.secret }
    const response = await fetch(`${running.url}/identity/mailbox`, { headers })
    return ((await response.json()) as DevelopmentMailbox).mails
  }
  const send = async (body: object) => {
    expect((await call('accounts:sendOobCode', body)).status).toBe(200)
    const [newest] = await mails()
    return new URL(newest!.path, 'http://x').searchParams.get('oobCode') ?? ''
  }
  /** The provider's error code if the request failed. */
  const outcome = async (name: string, body: object) => {
    const { status, body: said } = await call(name, body)
    return status === 200 ? 'done' : (said['error'] as { message: string }).message
  }
  return {
    ...running,
    tokenOf: async (person: object) =>
      String((await call('accounts:signInWithPassword', person)).body['idToken']),
    resetCode: ({ email } = ADA) => send({ requestType: 'PASSWORD_RESET', email }),
    verifyCode: (idToken: string) => send({ requestType: 'VERIFY_EMAIL', idToken }),
    reset: (oobCode: string, newPassword = NEW) =>
      outcome('accounts:resetPassword', { oobCode, newPassword }),
    look: (oobCode: string) => outcome('accounts:resetPassword', { oobCode }),
    verify: (oobCode: string) => outcome('accounts:update', { oobCode }),
    signIn: (person: object) => outcome('accounts:signInWithPassword', person),
    /** Whether each mail's link is used or expired, newest first. */
    spent: async () => (await mails()).map(({ spent }) => spent),
  }
}

let folder: string
let one: Awaited<ReturnType<typeof identity>>
beforeEach(async () => {
  folder = await temporaryDir()
  one = await identity(folder)
  for (const person of [ADA, BOB]) await one.call('accounts:signUp', person)
})
const INVALID = 'INVALID_OOB_CODE'

describe('product §6: a password reset code', () => {
  test('is valid for an hour, also across a restart', async () => {
    const [adas, bobs] = [await one.resetCode(ADA), await one.resetCode(BOB)]
    await one.kill()
    const early = await identity(folder, HOUR_MS - 5 * MINUTE_MS)
    expect(await early.reset(adas)).toBe('done')
    expect(await early.look(bobs)).toBe('done')
    await early.kill()
    const late = await identity(folder, HOUR_MS)
    expect(await late.spent()).toEqual([true, true])
    expect([await late.look(bobs), await late.reset(bobs)]).toEqual([INVALID, INVALID])
    expect(await late.signIn(BOB)).toBe('done')
  })

  test('is expired if an older release stored it without a time', async () => {
    const code = await one.resetCode()
    await one.kill()
    const file = path.join(folder, 'accounts.json')
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(/,"sentAt":\d+/g, ''))
    expect(await (await identity(folder)).reset(code)).toBe(INVALID)
  })

  test.each([
    ['before', [1, 0]],
    ['after', [0, 1]],
  ])(
    'becomes invalid when another code, sent %s it, is used; codes of other accounts stay valid',
    async (_when, [used, other]) => {
      const bobs = await one.resetCode(BOB)
      const codes = [await one.resetCode(), await one.resetCode()]
      expect(await one.reset(codes[used!]!)).toBe('done')
      expect(await one.reset(codes[other!]!, 'Stolen-One-1')).toBe(INVALID)
      expect(await one.reset(codes[used!]!, 'Stolen-One-1')).toBe(INVALID)
      expect(await one.signIn({ ...ADA, password: NEW })).toBe('done')
      expect(await one.reset(bobs)).toBe('done')
    },
  )

  test('becomes invalid when the password is changed in the settings', async () => {
    const [bobs, code] = [await one.resetCode(BOB), await one.resetCode()]
    const idToken = await one.tokenOf(ADA)
    expect((await one.call('accounts:update', { idToken, password: NEW })).status).toBe(200)
    expect(await one.spent()).toEqual([true, false])
    expect(await one.reset(code, 'Stolen-One-1')).toBe(INVALID)
    expect(await one.reset(bobs)).toBe('done')
  })

  test('becomes invalid when an operator changes the password', async () => {
    const code = await one.resetCode()
    const { body } = await one.call('accounts:lookup', { idToken: await one.tokenOf(ADA) })
    const [{ localId }] = body['users'] as [{ localId: string }]
    expect((await one.admin('accounts:update', { localId, password: NEW })).status).toBe(200)
    expect(await one.reset(code, 'Stolen-One-1')).toBe(INVALID)
  })

  test('stays valid when something else of the account changes, or a reset with it fails', async () => {
    const idToken = await one.tokenOf(ADA)
    const code = await one.resetCode()
    expect((await one.call('accounts:update', { idToken, displayName: 'Ada' })).status).toBe(200)
    expect(await one.reset(code, 'x')).toMatch(/^WEAK_PASSWORD/)
    expect(await one.verify(await one.verifyCode(idToken))).toBe('done')
    expect(await one.reset(code)).toBe('done')
  })
})

describe('product §6: an address verification code', () => {
  test('is valid for three days', async () => {
    const adas = await one.verifyCode(await one.tokenOf(ADA))
    const bobs = await one.verifyCode(await one.tokenOf(BOB))
    await one.kill()
    const early = await identity(folder, 72 * HOUR_MS - 5 * MINUTE_MS)
    expect(await early.verify(adas)).toBe('done')
    await early.kill()
    expect(await (await identity(folder, 72 * HOUR_MS)).verify(bobs)).toBe(INVALID)
  })

  test('becomes invalid when another code of its address is used, and stays valid when the password changes', async () => {
    const idToken = await one.tokenOf(ADA)
    const [first, second] = [await one.verifyCode(idToken), await one.verifyCode(idToken)]
    expect((await one.call('accounts:update', { idToken, password: NEW })).status).toBe(200)
    expect(await one.verify(second)).toBe('done')
    expect(await one.verify(first)).toBe(INVALID)
  })
})
