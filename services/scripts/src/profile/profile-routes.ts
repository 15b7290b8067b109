import type { Person } from '@andscene/contracts/internal'
import { readProfile, saveProfile, unsubscribe } from '@andscene/contracts/routes/profile'
import { plainName } from '@andscene/contracts/text/names'
import type { App } from '@andscene/service-kit/create-app'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { nameOf } from '../sharing/history.ts'

/** The name that others see of a user, and the daily mail about new notes (product §2, §12). */
export async function profileRoutes(app: App, { stores, clock, sendsMail }: Context): Promise<void> {
  const { profiles } = stores
  const responseOf = async (person: Person) => {
    const profile = await profiles.find(person.uid)
    return { data: { profile: { ...profile, defaultName: nameOf(person), sendsMail } } }
  }

  implement(app, readProfile, ({ person }) => responseOf(person))

  implement(app, saveProfile, async ({ person, uid, body: { name, dailyNotes } }) => {
    const plain = name === undefined ? undefined : plainName(name)
    await profiles.change(uid, { name: plain === '' ? null : plain, dailyNotes }, clock.now())
    if (plain !== undefined) await profiles.nameMember(uid, plain || nameOf(person))
    return responseOf(person)
  })

  // Mail programs send a form; its only field says nothing new (RFC 8058).
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined))
    implement(scope as App, unsubscribe, async ({ query }) => {
      await profiles.stopMail(query.key)
      return {}
    })
  })
}
