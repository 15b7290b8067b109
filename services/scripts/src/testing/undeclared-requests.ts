import type { Route } from '@andscene/contracts/define-route'
import type { Person } from './person.ts'
import type { World } from './roles-world.ts'

type Sample = (world: World, person: Person) => unknown
const HASH = 'f'.repeat(64)
let made = 0

/** A valid body, or the query; undefined if every field is optional. */
const SAMPLES: Record<string, Sample> = {
  cancelUpload: () => ({ key: 'an-unused-key' }),
  renameScript: () => ({ title: 'The lamp' }),
  renameDraft: () => ({ name: 'The blue draft' }),
  saveCasting: () => ({ characterAssignments: [{ character: 'MARA', voiceId: 'v' }], narrationVoiceId: 'n' }),
  savePronunciations: () => {
    made += 1
    return {
      changes: [{ word: `Mara ${made}`, said: { says: 'MAH-rah', as: 'respelling' }, seen: null }],
    }
  },
  saveDirection: () => ({ version: 0, takes: [{ id: 'take-0001', delivery: { pitch: 1 } }], chosen: null }),
  checkCache: () => ({ startLineIndex: 0 }),
  saveProgress: () => ({ lastPlayedLineIndex: 2 }),
  inviteCollaborator: () => ({ email: 'spare@andscene.example', role: 'commenter' }),
  changeCollaborator: () => ({ role: 'listener' }),
  openInvitation: () => ({ key: 'k'.repeat(43) }),
  acceptInvitation: () => ({ key: 'k'.repeat(43) }),
  declineInvitation: () => ({ key: 'k'.repeat(43) }),
  createLink: () => ({ name: 'For the producer', role: 'listener' }),
  changeLink: () => ({ name: 'For the producer' }),
  nameGuest: () => ({ name: 'Gus' }),
  claimGuest: () => ({ guestKey: 'k'.repeat(43) }),
  createNote: () => {
    made += 1
    return { _id: `a-note-made-${made}-0000`, lineId: 'l4', text: 'Louder', range: { start: 0, end: 3 } }
  },
  changeNote: async ({ script }, person) => ({ version: await versionOf(person, script), text: 'Softer' }),
  markNotesSeen: () => ({ version: 1, also: [2] }),
  resolveNote: () => ({ resolved: true }),
  savePreferences: () => ({ skippedLineTypes: ['Action'], rate: 1.5 }),
  saveProfile: () => ({ name: 'Ada King' }),
  unsubscribe: () => ({ key: 'k'.repeat(43) }),
  readScripts: ({ script }) => ({ ids: [script], lines: { from: 0, count: 9 } }),
  openLinkSource: () => ({ tokenHash: HASH }),
}

/** A valid request of the route, whether or not the user has the right. Throws if the route has no sample. */
export async function undeclaredRequests(route: Route, world: World, person: Person) {
  const ids: Record<string, string | undefined> = {
    id: world.script,
    noteId: world.notes.get(person) ?? 'a-note-that-is-nowhere',
    collaboratorId: world.collaborator,
    linkId: world.link,
    lineId: 'l4',
    draft: '1',
  }
  const path = route.path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? name)
  if (!route.body) return { path }
  const sample = SAMPLES[route.id]
  if (!sample) throw new Error(`${route.id} has no sample here: add a body that fits it`)
  return { path, body: await sample(world, person) }
}

/** The version of the user's note; 1 for a user without one. */
async function versionOf(person: Person, script: string): Promise<number> {
  const { body } = await person.get(`/api/scripts/${script}/notes`)
  const notes = (body.data?.notes ?? []) as { version: number; mine: boolean; _id: string }[]
  return notes.find(({ mine, _id }) => mine && _id.startsWith('note-of'))?.version ?? 1
}
