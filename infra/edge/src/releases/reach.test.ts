import { previewed } from '@andscene/releases/remote-state'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeFixture } from '../testing/edge-fixture.ts'

const VERSION = 'aaaaaaaaaaaa'
const KEY = 'an-unguessable-key'

let edge: Awaited<ReturnType<typeof edgeFixture>>
beforeAll(async () => {
  edge = await edgeFixture()
  await edge.build('kept', VERSION, 'page.aaaaaaaaaa.js')
  await fetch(`${edge.origin}/remotes.json`)
  const store = new FileReleaseStore(path.join(edge.folder, 'web/remotes'))
  await store.change('kept', (state) => previewed(state, VERSION, KEY, new Date()))
})
afterAll(() => edge.close())

/** Of a target as it is written: `fetch` would tidy it up. */
const responseTo = (target: string) =>
  new Promise<string>((resolve, reject) => {
    get({ host: '127.0.0.1', port: new URL(edge.origin).port, path: target }, (message) => {
      text(message).then((body) => resolve(`${message.statusCode} ${body}`), reject)
    }).once('error', reject)
  })

describe('the list of who gets which version, which has the keys of previews in it', () => {
  test.each([
    '/remotes/kept/state.json',
    '/remotes/kept/state.before.json',
    `/remotes/kept/${VERSION}/../state.json`,
    `/remotes/kept/${VERSION}/..%2fstate.json`,
    `/remotes/kept/${VERSION}/assets/../state.json`,
    `/remotes/kept/${VERSION}/assets/..%2fstate.json`,
    `/remotes/kept/${VERSION}/assets/%2e%2e/state.json`,
    `/remotes/kept/${VERSION}/assets/..%5cstate.json`,
    `/remotes/kept/${VERSION}/assets//..//state.json`,
    '/remotes%2fkept%2fstate.json',
    '/remotes.json',
  ])('architecture §8 is not to be had as %s', async (target) => {
    const response = await responseTo(target)
    expect(response).toMatch(/^(200|400|404) /)
    expect(response).not.toContain(KEY)
    expect(response).not.toContain('"former"')
  })
})
