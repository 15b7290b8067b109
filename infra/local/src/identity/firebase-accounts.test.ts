import accountImporter from 'firebase-tools/lib/accountImporter.js'
import { scryptSync } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { forFirebase, importCommand } from './firebase-accounts.ts'
import { temporaryDir } from '../testing/launched.ts'
import { run } from '../backup/testing/commands.ts'
import { makeSmallData } from '../backup/testing/small-data.ts'

const ADA = {
  localId: 'ada1',
  email: 'ada@example.com',
  emailVerified: true,
  displayName: 'Ada',
  createdAt: '1770000000000',
  passwordHash: 'fakeHash:salt=x:password=Table:password=Read-1',
  validSince: '1770000000',
  providerUserInfo: [{ providerId: 'google.com', rawId: 'played' }],
}

test("decision 0060: exports accounts for Firebase's import, with their ids and with hashed passwords instead of readable ones", () => {
  const { users } = forFirebase([ADA, { localId: 'bob1', email: 'bob@example.com' }])
  for (const user of users) expect(accountImporter.validateUserJson(user)).toEqual({})
  const [{ passwordHash, salt, ...ada }, bob] = users as [(typeof users)[0], (typeof users)[0]]
  expect(ada).toEqual({
    localId: 'ada1',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada',
    createdAt: '1770000000000',
  })
  expect(bob).toEqual({ localId: 'bob1', email: 'bob@example.com', emailVerified: false })
  expect(JSON.stringify(users)).not.toContain('Read-1')

  const options = Object.fromEntries(
    [...importCommand('users.json').matchAll(/--([a-z-]+)=(\S+)/g)].map(([, name, value]) => [
      name!.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
  const { cpuMemCost, blockSize, parallelization, dkLen, valid } = accountImporter.validateOptions(options)
  expect(valid).toBe(true)
  const key = scryptSync('Table:password=Read-1', Buffer.from(salt!, 'base64'), Number(dkLen), {
    cost: Number(cpuMemCost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
  })
  expect(key.toString('base64')).toBe(passwordHash)
})

test(
  'decision 0060: npm run migrate -- --accounts writes them to a new file readable by its owner only',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryDir()
    const [dataDir, file] = [path.join(folder, 'data'), path.join(folder, 'users.json')]
    await makeSmallData(dataDir, 1)
    const written = await run('migrate', ['--accounts', file], { DATA_DIR: dataDir })
    expect(written).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^1 accounts .*\nfirebase auth:import /) as string,
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ users: [{ localId: 'ada' }] })
    const again = await run('migrate', ['--accounts', file], { DATA_DIR: dataDir })
    expect(again).toEqual({ code: 1, said: `${file} is there already: name another file.\n` })
  },
)
