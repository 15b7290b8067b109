import { previewed } from '@andscene/releases/remote-state'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { rawRequest } from '@andscene/testing/raw-http'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openEdge, type Edge } from '../testing/edge-fixture.ts'

const VERSION = 'aaaaaaaaaaaa'
const KEY = 'an-unguessable-key'

let edge: Edge
beforeAll(async () => {
  edge = await openEdge()
  await edge.build('kept', VERSION, 'page.aaaaaaaaaa.js')
  await fetch(`${edge.origin}/remotes.json`)
  const store = new FileReleaseStore(path.join(edge.folder, 'web/remotes'))
  await store.change('kept', (state) => previewed(state, VERSION, KEY, new Date()))
  return edge.close
})

describe('the rollout state, which contains preview keys', () => {
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
  ])('architecture §8 is not served as %s', async (target) => {
    const response = await rawRequest(edge.origin, `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect([200, 400, 404]).toContain(response.status)
    expect(response.body).not.toContain(KEY)
    expect(response.body).not.toContain('"former"')
  })
})
