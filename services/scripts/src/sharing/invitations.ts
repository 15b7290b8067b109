import { INVITATION_PATH } from '@andscene/contracts/sharing/invitations'
import { DECLINES_LIMIT, INVITATION_DAYS } from '@andscene/contracts/limits'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { SendInvitation } from '../mail/send-invitation.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import type { Stores } from '../store/open-stores.ts'
import type { Collaborator } from '../store/share-store.ts'
import { hash, randomBytes } from 'node:crypto'

const MAILS_AT_ONCE = 50
/** After this time sending is given up, and the inviter has to pass on the link. Milliseconds. */
const GIVEN_UP_MS = 24 * 3_600_000
const DAY_MS = 24 * 3_600_000

type Parts = { stores: Pick<Stores, 'scripts' | 'shares'>; sendInvitation: SendInvitation }

/** After this many failures the other invitations of this sender wait for the next sweep. */
const FAILURES_OF_ONE = 5

/**
 * Sends pending invitations when woken, at start and every minute. Failures of one sender do not delay other senders.
 * When a process is killed between mailing and marking, an invitation is mailed twice.
 */
export function startInvitations(
  { stores, sendInvitation }: Parts,
  clock: Clock,
  log: FastifyBaseLogger,
): Sweeps {
  const { scripts, shares } = stores
  const sweep = async () => {
    const failures: unknown[] = []
    const failuresOf = new Map<string, number>()
    const mail = async ({ id, scriptId, email, role, invitedBy, invitedAt }: Collaborator) => {
      if (clock.now().getTime() - invitedAt.getTime() > GIVEN_UP_MS) return shares.markMailed(id, 'none')
      const script = await scripts.find(scriptId, ['title', 'ownerName'])
      if (!script) return
      const { ownerId: sender, title, ownerName = invitedBy } = script
      const failed = failuresOf.get(sender) ?? 0
      if (failed === FAILURES_OF_ONE) return
      const now = clock.now()
      const since = new Date(now.getTime() - DECLINES_LIMIT.days * DAY_MS)
      if (!(await shares.mayMail(sender, email, since))) return shares.markMailed(id, 'none')
      try {
        // A new key for each attempt, because only hashes are stored.
        const { key, keyHash } = newKey()
        if (!(await shares.setKey(id, keyHash, invitationEnd(now), 'mail')))
          return shares.markMailed(id, 'none')
        const invitation = {
          sender,
          to: email,
          inviter: ownerName,
          title,
          role,
          path: `${INVITATION_PATH}#${key}`,
          declinePath: `${INVITATION_PATH}?decline#${key}`,
        }
        await shares.markMailed(id, (await sendInvitation(invitation, log)) ? 'sent' : 'none')
      } catch (error) {
        failuresOf.set(sender, failed + 1)
        failures.push(error)
      }
    }
    for (let page = await shares.unmailed(MAILS_AT_ONCE); page.length > 0;) {
      for (const invitation of page) await mail(invitation)
      page = await shares.unmailed(MAILS_AT_ONCE, page.at(-1))
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some invitation e-mails are not sent yet')
  }
  return startSweeps({ sweep, clock, log, failure: 'invitations stay to be mailed' })
}

const KEY_BYTES = 32

/** Returns a key of an invitation, and its hash for the store. */
export function newKey(): { key: string; keyHash: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  return { key, keyHash: hashOfKey(key) }
}

export const hashOfKey = (key: string): string => hash('sha256', key)

/** When an invitation that is sent now expires. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
