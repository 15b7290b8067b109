import { may, type Role } from '@andscene/contracts/roles'
import type { CastingSlot, VersionedCasting } from '@andscene/contracts/script'
import { characterOf, voicesOf, type KeptCasting, type Slot } from '../store/casting-save.ts'

/** A casting in a response; its authors are visible to roles that may cast. */
export function castingIn(
  { casting, castingVersion: version, castingChanges }: KeptCasting,
  { role, uid }: { role: Role; uid: string },
): VersionedCasting {
  if (!may(role, 'cast')) return { ...casting, version }
  const voices = voicesOf(casting)
  const changes = castingChanges
    // Stores keep them in no order.
    .toSorted((one, next) => one.at.getTime() - next.at.getTime() || (one.slot < next.slot ? -1 : 1))
    // What an older release has written since says nothing of who it was.
    .filter(({ slot, voiceId }) => voices.get(slot) === voiceId)
    .map(({ slot, uid: by, name, at }) => ({
      slot: slotIn(slot),
      by: name,
      mine: by === uid,
      at: at.toISOString(),
    }))
  return { ...casting, version, changes }
}

export function slotIn(slot: Slot): CastingSlot {
  const name = characterOf(slot)
  return name === undefined ? { kind: slot as 'narration' | 'scene-heading' } : { kind: 'character', name }
}
