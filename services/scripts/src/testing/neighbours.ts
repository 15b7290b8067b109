import { forgetSubscriber } from '@andscene/contracts/routes/internal'
import { createApp } from '@andscene/service-kit/create-app'
import { unavailable } from '@andscene/service-kit/http-error'
import { connectAccounts } from '@andscene/service-kit/identity/accounts'
import { implement } from '@andscene/service-kit/implement'
import { internalTokens } from '@andscene/service-kit/tokens/internal-tokens'
import { listening } from '@andscene/testing/listening'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Invitation } from '../mail/mailer.ts'
import type { SendInvitation } from '../mail/send-invitation.ts'

/** Calls of the deletion of an account, in order. */
export const PARTS = ['erasePerson', 'lookUpAccount', 'forgetSubscriber', 'deleteAccount'] as const
export type Part = (typeof PARTS)[number]

/** Fakes of the other services, identity and mail, as far as deletions and invitations use them. */
export async function startNeighbours(publicKeys: string) {
  const asked: string[] = []
  const broken = new Set<Part>()
  const held = new Map<Part, { came: () => void; until: Promise<void> }>()
  const emails = new Map<string, string>()
  const mails: Invitation[] = []
  const refusesMail = { now: false, to: '' }

  const part = async (name: Part, what: string) => {
    asked.push(`${name} ${what}`)
    const hold = held.get(name)
    held.delete(name)
    hold?.came()
    await hold?.until
    if (broken.has(name)) throw unavailable('Not now')
  }
  /** A fake identity service with the calls that deletions make. */
  const identityServer = createServer((request, response) => {
    void (async () => {
      const { localId } = JSON.parse(await text(request)) as { localId: string | string[] }
      const uid = String(localId)
      const isLookup = request.url?.endsWith(':lookup')
      try {
        await part(isLookup ? 'lookUpAccount' : 'deleteAccount', uid)
      } catch {
        return response.writeHead(503).end()
      }
      const email = emails.get(uid)
      const user = { localId: uid, ...(email !== undefined && { email, emailVerified: true }) }
      if (!isLookup) emails.delete(uid)
      return response.end(JSON.stringify(isLookup ? { users: [user] } : {}))
    })()
  })
  const identity = await listening(identityServer)
  const identityVariables = {
    FIREBASE_PROJECT_ID: 'demo-test',
    IDENTITY_URL: identity.url,
    IDENTITY_SECRET: 's3',
  }
  const { accounts } = connectAccounts(identityVariables)
  const sendInvitation: SendInvitation = async (invitation) => {
    if (refusesMail.now || (refusesMail.to && invitation.to.endsWith(refusesMail.to)))
      throw unavailable('Not now')
    mails.push(invitation)
    return true
  }
  const subscriptions = await createApp({ name: 'subscriptions', logLevel: 'silent' })
  await subscriptions.register(internalTokens, { self: 'subscriptions', publicKeys })
  implement(subscriptions, forgetSubscriber, async ({ body: { email } }) => {
    await part('forgetSubscriber', email)
    return {}
  })
  await subscriptions.listen({ port: 0, host: '127.0.0.1' })

  return {
    variables: { SUBSCRIPTIONS_URL: subscriptions.listeningOrigin, ...identityVariables },
    accounts,
    sendInvitation,
    /** Calls since the last call of this function: `part uid`, or the address. */
    asked: () => asked.splice(0),
    /** Verified addresses by uid. */
    emails,
    /** Mailed invitations, and whether mailing fails now, or for addresses with this ending. */
    mails,
    refusesMail,
    /** Calls that fail. */
    broken,
    /** Called by the fake tts. */
    erase: (uid: string) => part('erasePerson', uid),
    /** Holds the next call of this part until `release`; `came` resolves when it has arrived. */
    hold: (name: Part) => {
      const came = Promise.withResolvers<void>()
      const until = Promise.withResolvers<void>()
      held.set(name, { came: came.resolve, until: until.promise })
      return { came: came.promise, release: until.resolve }
    },
    close: async () => {
      subscriptions.server.closeAllConnections()
      await Promise.all([identity.close(), subscriptions.close()])
    },
  }
}
export type Neighbours = Awaited<ReturnType<typeof startNeighbours>>
