import { SHARED_SCRIPTS_LIMIT } from '@andscene/contracts/limits'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import type { IdentityAccounts } from '@andscene/service-kit/identity/accounts'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { NOTES_SHOWN, type ScriptNews, type SendDailyMail } from '../mail/daily-mail.ts'
import { authorsOf } from '../notes/authors.ts'
import { startSweeps, type Sweeps } from '../outbox/sweeps.ts'
import { DAY_MS, type DailyMail } from '../store/documents/profiles.ts'
import type { Stores } from '../store/open-stores.ts'

const MAILS_AT_ONCE = 100
const SCRIPTS_AT_ONCE = 500
/** After this many failures the other mails wait for the next sweep: the mail server or identity is unavailable. */
const FAILURES_AT_ONCE = 5
export const RETRY_MS = 15 * 60_000
/** A note is stored shortly after its time was read, so the latest ones are left to the next mail. */
export const SETTLING_MS = 60_000

type Parts = {
  stores: Pick<Stores, 'accounts' | 'profiles' | 'scripts' | 'shares' | 'notes'>
  accounts: Pick<IdentityAccounts, 'verifiedEmail'>
  /** Undefined when no mails are sent. */
  send: SendDailyMail | undefined
}

/**
 * Mails new notes by others to users who asked for it (product §12), when due. A mail is claimed for a whole day before
 * it is sent, so that a crash or a second process causes no second one (decision 0084). Notes of a mail that was not
 * sent are in the next one.
 */
export function startDailyMails(
  { stores, accounts, send }: Parts,
  clock: Clock,
  log: FastifyBaseLogger,
): Sweeps {
  const { profiles } = stores

  /** The scripts of a user in which they may read notes now, with their owner. */
  const readable = async (uid: string) => {
    const [own, shared] = await Promise.all([
      stores.scripts.list(uid, { limit: SCRIPTS_AT_ONCE }),
      stores.shares.sharedWith(uid, SHARED_SCRIPTS_LIMIT),
    ])
    const roles: [id: string, title: string, role: Role][] = [
      ...own.map(({ _id, title }) => [_id, title, 'owner'] as [string, string, Role]),
      ...shared.map(({ _id, title, role }) => [_id, title, role] as [string, string, Role]),
    ]
    return new Map(roles.filter(([, , role]) => may(role, 'note')).map(([id, title]) => [id, title]))
  }

  const newsOf = async ({ uid, since }: DailyMail, upTo: Date): Promise<ScriptNews[]> => {
    const titles = await readable(uid)
    const news: ScriptNews[] = []
    const wanted = { after: since, upTo, notBy: uid }
    for await (const notes of stores.notes.newOf([...titles.keys()], wanted)) {
      const { scriptId: id } = notes[0]!
      const script = await stores.scripts.find(id, [])
      if (!script) continue
      const shown = notes
        .map(({ author, authorId, text, mentions = [] }) => {
          const isMention = mentions.some((mention) => mention.uid === uid)
          return { author, authorId, text, isMention }
        })
        .toSorted(mentionsFirst)
        .slice(0, NOTES_SHOWN)
      const { nameOf } = await authorsOf(
        stores,
        script,
        shown.map(({ authorId }) => authorId),
      )
      news.push({
        id,
        title: titles.get(id) ?? '',
        count: notes.length,
        notes: shown.map(({ author, authorId, ...note }) => ({ ...note, author: nameOf(author, authorId) })),
      })
    }
    return news.toSorted((a, b) => mentionsFirst(a.notes[0]!, b.notes[0]!))
  }

  /** Resolves when the notes up to this time need no mail any more; false if they may not have been mailed. */
  const mail = async (due: DailyMail, upTo: Date, sendMail: SendDailyMail): Promise<boolean> => {
    if (await stores.accounts.isClosed(due.uid)) return true
    const scripts = await newsOf(due, upTo)
    if (scripts.length === 0) return true
    const to = await accounts.verifiedEmail(due.uid)
    // Notes of the time before the address was verified are not mailed later.
    if (to === undefined) return true
    const outcome = await sendMail({ to, scripts, key: due.key })
    if (outcome !== 'sent') log.warn({ outcome }, 'a daily mail may not have arrived')
    return outcome !== 'unknown'
  }

  const sweep = async () => {
    if (!send) return
    const failures: unknown[] = []
    for (const due of await profiles.due(clock.now(), MAILS_AT_ONCE)) {
      const now = clock.now().getTime()
      const [next, upTo] = [new Date(now + DAY_MS), new Date(now - SETTLING_MS)]
      if (!(await profiles.claim(due, { now: new Date(now), next }))) continue
      try {
        if ((await mail(due, upTo, send)) && upTo > due.since) await profiles.covered(due.uid, next, upTo)
      } catch (error) {
        failures.push(error)
        await profiles.retry(due.uid, next, new Date(now + RETRY_MS))
        if (failures.length === FAILURES_AT_ONCE) break
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some daily mails are not sent yet')
  }
  return startSweeps({ sweep, clock, log, failure: 'daily mails stay to be sent' })
}

type MayMention = { isMention: boolean }
const mentionsFirst = (a: MayMention, b: MayMention) => Number(b.isMention) - Number(a.isMention)
