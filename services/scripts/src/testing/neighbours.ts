import type { Audience, InvitationMailBody } from '@andscene/contracts/internal'
import {
  deleteIdentity,
  forgetSubscriber,
  readIdentity,
  sendInvitation,
} from '@andscene/contracts/routes/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import type { AddressInfo } from 'node:net'
import type { Static } from '@andscene/contracts/schema'

/** What a deletion of an account asks the other services for, in its order. */
export const PARTS = ['erasePerson', 'readIdentity', 'forgetSubscriber', 'deleteIdentity'] as const
export type Part = (typeof PARTS)[number]

/** The other services, as far as the deletion of an account needs them. Each asks for a service's token, as they do. */
export async function startNeighbours(publicKeys: string) {
  const asked: string[] = []
  const broken = new Set<Part>()
  const held = new Map<Part, { came: () => void; until: Promise<void> }>()
  const emails = new Map<string, string>()
  const mails: Static<typeof InvitationMailBody>[] = []
  const refusesMail = { now: false, to: '' }

  const part = async (name: Part, what: string) => {
    asked.push(`${name} ${what}`)
    const hold = held.get(name)
    held.delete(name)
    hold?.came()
    await hold?.until
    if (broken.has(name)) throw unavailable('Not now')
  }
  const open = async (self: Audience) => {
    const app = await createApp({ name: self, logLevel: 'silent' })
    await app.register(internalTokens, { self, publicKeys })
    return app
  }
  const [gateway, subscriptions] = await Promise.all([open('gateway'), open('subscriptions')])
  implement(gateway, readIdentity, async ({ params: { uid } }) => {
    await part('readIdentity', uid)
    const verifiedEmail = emails.get(uid)
    return { data: { ...(verifiedEmail !== undefined && { verifiedEmail }) } }
  })
  implement(gateway, deleteIdentity, async ({ params: { uid } }) => {
    await part('deleteIdentity', uid)
    emails.delete(uid)
    return {}
  })
  implement(gateway, sendInvitation, async ({ body }) => {
    if (refusesMail.now || (refusesMail.to && body.to.endsWith(refusesMail.to))) throw unavailable('Not now')
    mails.push(body)
    return { data: { sent: true } }
  })
  implement(subscriptions, forgetSubscriber, async ({ body: { email } }) => {
    await part('forgetSubscriber', email)
    return {}
  })
  const urls: string[] = []
  for (const app of [gateway, subscriptions]) {
    await app.listen({ port: 0, host: '127.0.0.1' })
    urls.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`)
  }

  return {
    urls: { GATEWAY_URL: urls[0]!, SUBSCRIPTIONS_URL: urls[1]! },
    /** What was asked for since the last call: `part uid`, or the address. */
    asked: () => asked.splice(0),
    /** Verified addresses by uid. */
    emails,
    /** Invitations that were mailed, and whether mailing fails now, or for addresses that end so. */
    mails,
    refusesMail,
    /** Those that fail. */
    broken,
    /** tts's part, for the stand-in of tts. */
    erase: (uid: string) => part('erasePerson', uid),
    /** The next call of this part does not respond until `release`; `came` resolves when it has come. */
    hold: (name: Part) => {
      const came = Promise.withResolvers<void>()
      const until = Promise.withResolvers<void>()
      held.set(name, { came: came.resolve, until: until.promise })
      return { came: came.promise, release: until.resolve }
    },
    close: async () => {
      for (const app of [gateway, subscriptions]) {
        app.server.closeAllConnections()
        await app.close()
      }
    },
  }
}
export type Neighbours = Awaited<ReturnType<typeof startNeighbours>>
