import { API_ROUTES } from '@andscene/contracts/api'
import { isFile } from '@andscene/contracts/define-route'
import type { PublicConfig } from '@andscene/contracts/platform'
import type { RawResponse } from '@andscene/testing/raw-http'
import { BODIES, requestsOf } from '../../fixtures/access-cases.ts'
import {
  forgedHeaders,
  forgedInternalToken,
  unsignedIdToken,
  unsignedInternalToken,
} from '../../fixtures/forged.ts'
import { expect, missing, test } from '../../fixtures/owners.ts'
import { bearer, send } from '../../fixtures/wire.ts'

/*
   Every route of the contract table × no token, an invalid token, another user's ids, forged headers. Without a
   browser.
 */

const ROUTES = API_ROUTES.map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
  /** Whether its requests name a user's data; other routes concern the caller or no user. */
  named: route.params !== undefined || JSON.stringify(route.body ?? {}).includes('"scriptId"'),
}))
/** Guests of a link included. */
const FOR_PEOPLE = ROUTES.filter(({ access }) => access !== 'visitor')

/** A response without its date and request id. */
function shown({ status, headers, body }: RawResponse): object {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { status, headers: rest, body: body.replace(/"requestId":"[^"]*"/, '"requestId":""') }
}

/** Status and code of an error in the form of architecture §5, otherwise the whole response. */
function refused(response: RawResponse): string {
  const body = (response.body.startsWith('{') ? JSON.parse(response.body) : {}) as Record<string, unknown>
  const fits =
    body['success'] === false && [body['error'], body['requestId']].every((text) => typeof text === 'string')
  return fits ? `${response.status} ${String(body['code'])}` : JSON.stringify(response)
}

test('architecture §5: every route with a JSON body has a case here, and every case has a route', () => {
  const withJson = ROUTES.filter(({ body }) => body && !isFile(body)).map(({ name }) => name)
  expect(Object.keys(BODIES).sort()).toEqual(withJson.sort())
})

test('product §6: routes for users and guests respond with 401 without a token or with an invalid or forged one', async ({
  platform,
  ada,
}) => {
  const { uid } = ada.person
  const before = await ada.state()
  const config = (await (await fetch(`${platform.origin}/config.json`)).json()) as PublicConfig
  for (const { name, service } of FOR_PEOPLE) {
    if (service === 'gateway') continue
    const attempts: Record<string, string[]> = {
      'no token': [],
      'forged headers alone': forgedHeaders(uid),
      garbage: ['Authorization: Bearer garbage.garbage.garbage'],
      'an internal token of another key': [
        `Authorization: Bearer ${forgedInternalToken(service, uid)}`,
        ...forgedHeaders(uid),
      ],
      'an unsigned internal token': [`Authorization: Bearer ${unsignedInternalToken(service, uid)}`],
      'an ID token that was never issued': [
        `Authorization: Bearer ${unsignedIdToken(config.firebase.projectId, uid)}`,
      ],
    }
    for (const [attempt, lines] of Object.entries(attempts))
      for (const request of requestsOf(name, ada.ids)) {
        const response = await send(platform.origin, request, ...lines)
        expect.soft(refused(response), `${name} with ${attempt}`).toBe('401 UNAUTHENTICATED')
      }
  }
  expect(await ada.state(), 'nothing has changed').toEqual(before)
})

test('public routes respond to visitors and contain no user data', async ({ platform, ada }) => {
  for (const { name } of ROUTES.filter(({ access }) => access === 'visitor'))
    for (const request of requestsOf(name, ada.ids)) {
      const response = await send(platform.origin, request, ...forgedHeaders(ada.person.uid))
      expect.soft(response.status, name).toBe(200)
      expect.soft(response.body, name).not.toContain(ada.person.uid)
    }
})

test("architecture §5: another user's ids get the same response as missing ids, and nothing changes @core", async ({
  platform,
  ada,
  bob,
}) => {
  const before = await ada.state()
  const none = missing(ada.ids)
  const { scriptId } = ada.ids
  const pairs = [
    { as: 'all of theirs', theirs: ada.ids, none },
    { as: 'their script, nothing in it', theirs: { ...none, scriptId }, none },
    { as: 'no script, what is in theirs', theirs: { ...ada.ids, scriptId: none.scriptId }, none },
  ]
  for (const { name } of FOR_PEOPLE.filter(({ named }) => named))
    for (const pair of pairs) {
      const [theirs, absent] = [requestsOf(name, pair.theirs), requestsOf(name, pair.none)]
      for (const [index, request] of theirs.entries()) {
        if (name.includes('/audio/') && pair.theirs !== ada.ids) continue
        for (const extra of [[], forgedHeaders(ada.person.uid)]) {
          const response = await send(platform.origin, request, bearer(bob.person), ...extra)
          expect.soft(refused(response), `${name}: ${pair.as}`).toBe('404 NOT_FOUND')
          const other = await send(platform.origin, absent[index]!, bearer(bob.person))
          expect
            .soft(shown(response), `${name}: ${pair.as}, distinguishable from a missing one`)
            .toEqual(shown(other))
        }
      }
    }
  expect(await ada.state(), 'nothing of theirs has changed').toEqual(before)
})

test("architecture §5: ids from another user's script are missing in the caller's own script", async ({
  platform,
  ada,
  bob,
}) => {
  const before = await ada.state()
  const { scriptId } = bob.ids
  const none = { ...missing(ada.ids), scriptId }
  // Lines and drafts are named within their script: each script has an `l1`, and a draft 1.
  const ofOthers = ROUTES.filter(({ params }) => {
    const names = Object.keys(params?.properties ?? {})
    return names.length > 1 && !names.includes('lineId') && !names.includes('draft')
  })
  for (const { name } of ofOthers)
    for (const [index, request] of requestsOf(name, { ...ada.ids, scriptId }).entries()) {
      const response = await send(platform.origin, request, bearer(bob.person))
      expect.soft(refused(response), name).toBe('404 NOT_FOUND')
      const other = await send(platform.origin, requestsOf(name, none)[index]!, bearer(bob.person))
      expect.soft(shown(response), `${name}, distinguishable from a missing one`).toEqual(shown(other))
    }
  expect(await ada.state()).toEqual(before)
})

test('decision 0047: the guest of a link can access its script only, and no route that requires an account', async ({
  platform,
  ada,
  bob,
}) => {
  const before = await bob.state()
  const none = missing(bob.ids)
  const [listen] = requestsOf('POST /api/listen', ada.ids)
  const opened = await send(platform.origin, listen!)
  const { guestToken } = (JSON.parse(opened.body) as { data: { guestToken: string } }).data
  const guest = `Authorization: Bearer ${guestToken}`
  for (const { name, access, service, named } of FOR_PEOPLE)
    for (const [index, request] of requestsOf(name, bob.ids).entries()) {
      const response = await send(platform.origin, request, guest, ...forgedHeaders(ada.person.uid))
      if (access === 'user') expect.soft(refused(response), name).toBe('403 FORBIDDEN')
      else if (named) {
        expect.soft(refused(response), name).toBe('404 NOT_FOUND')
        const other = await send(platform.origin, requestsOf(name, none)[index]!, guest)
        expect.soft(shown(response), `${name}, distinguishable from a missing one`).toEqual(shown(other))
      } else expect.soft(response.status, name).toBe(200)
      if (service === 'gateway') continue
      const itself = await send(platform.urls[service], request, guest)
      expect.soft(refused(itself), `${name} at ${service} itself`).toBe('401 UNAUTHENTICATED')
    }
  expect(await bob.state(), 'nothing of the other person has changed').toEqual(before)
})

test('a user reads and changes only their own data, whatever identity the headers claim', async ({
  platform,
  ada,
  bob,
}) => {
  const before = await ada.state()
  // settings.spec.ts tests the routes that end the account.
  for (const { name } of FOR_PEOPLE.filter(({ named, recentSignIn }) => !named && !recentSignIn))
    for (const request of requestsOf(name, bob.ids)) {
      const response = await send(
        platform.origin,
        request,
        bearer(bob.person),
        ...forgedHeaders(ada.person.uid),
      )
      expect.soft(response.status, name).toBe(200)
      expect.soft(response.headers['x-request-id'], name).not.toBe('forged-request')
      for (const theirs of [ada.ids.scriptId, ada.person.uid])
        expect.soft(response.body.includes(theirs), `${name} contains data of another user`).toBe(false)
    }
  expect(await ada.state(), 'nothing of the other person has changed').toEqual(before)
})

test('architecture §5: a service accepts only tokens of the gateway', async ({ platform, ada }) => {
  const { uid } = ada.person
  const before = await ada.state()
  for (const { name, service } of FOR_PEOPLE) {
    if (service === 'gateway') continue
    for (const request of requestsOf(name, ada.ids))
      for (const lines of [
        forgedHeaders(uid),
        [bearer(ada.person)],
        [`Authorization: Bearer ${forgedInternalToken(service, uid)}`],
        [`Authorization: Bearer ${unsignedInternalToken(service, uid)}`],
      ]) {
        const response = await send(platform.urls[service], request, ...lines)
        expect.soft(refused(response), `${name} at ${service} itself`).toBe('401 UNAUTHENTICATED')
      }
  }
  expect(await ada.state()).toEqual(before)
})
