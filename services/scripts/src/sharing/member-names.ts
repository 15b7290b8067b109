import type { Person } from '@andscene/contracts/internal'
import { RecentValues } from '@andscene/service-kit/recent-values'
import type { Clock } from '../clock.ts'
import type { Stores } from '../store/open-stores.ts'
import { nameOf } from './history.ts'

const REMEMBERED = 10_000
/** Then the name is read again: another process may have stored another one. Milliseconds. */
const TRUST_MS = 10 * 60_000

type Names = {
  /** Stores the current name of a member. Never throws: the member's next request tries again. */
  keep(person: Person, script: { id: string; ownerId: string }): Promise<void>
}

/** Names of the members of scripts, so that guests with the same name can be distinguished (decision 0070). */
export function memberNames({ scripts, shares }: Pick<Stores, 'scripts' | 'shares'>, clock: Clock): Names {
  const now = () => clock.now().getTime()
  const kept = new RecentValues<string>(REMEMBERED, now)

  const keepOwner = async (id: string, name: string) => {
    const script = await scripts.find(id, ['ownerName'])
    if (script && script.ownerName !== name) await scripts.nameOwner(id, name)
  }
  const keepCollaborator = async (id: string, uid: string, name: string) => {
    const known = await shares.collaboratorOf(id, uid)
    if (known && known.name !== name) await shares.nameCollaborator(id, known.id, name)
  }

  return {
    keep: async (person, { id, ownerId }) => {
      const { uid } = person
      const key = `${id} ${uid}`
      const name = nameOf(person)
      if (person.guest || kept.get(key) === name) return
      try {
        await (uid === ownerId ? keepOwner(id, name) : keepCollaborator(id, uid, name))
        kept.set(key, name, now() + TRUST_MS)
      } catch {
        // A store that takes no writes still lets its scripts be read.
      }
    },
  }
}
