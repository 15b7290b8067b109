import { readPronunciations, savePronunciations } from '@andscene/contracts/routes/pronunciations'
import { PRONUNCIATIONS_LIMIT } from '@andscene/contracts/limits'
import { isolated } from '@andscene/contracts/text/isolated'
import { plainName } from '@andscene/contracts/text/names'
import type { PronunciationChange } from '@andscene/contracts/voices/pronunciation'
import { checkedPronunciation, checkedWord } from '@andscene/screenplay/pronunciation/check'
import { pronunciationKey } from '@andscene/screenplay/pronunciation/sounds-in'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import type { KeptPronunciations } from '../store/pronunciation-save.ts'

const listOf = ({ pronunciations, castingVersion: version }: KeptPronunciations) => ({
  pronunciations,
  version,
})

/** Reads and changes pronunciations (product §5). A change leads to one script-narration job. */
export function pronunciationRoutes(app: App, { stores, access, outbox, feeds }: Context): void {
  implement(app, readPronunciations, async (request) => {
    const fields = ['pronunciations', 'castingVersion'] as const
    return { data: listOf(await access.script(readPronunciations, request, fields)) }
  })

  implement(app, savePronunciations, async (request) => {
    const { id, characters } = await access.script(savePronunciations, request, ['characters'])
    const saved = await stores.scripts.savePronunciations(id, {
      changes: checkedChanges(request.body.changes, new Set(characters)),
      uid: request.uid,
      requestId: request.id,
    })
    if (!saved) throw notFound('Script')
    if (saved.outcome === 'full')
      throw invalid(`A script has at most ${PRONUNCIATIONS_LIMIT} pronunciations. Delete some and try again.`)
    if (saved.outcome === 'conflict')
      throw new HttpError(
        'CONFLICT',
        'Another editor changed these pronunciations. Check them and try again.',
        { present: listOf(saved) },
      )
    if (saved.outcome === 'changed') {
      outbox.wake()
      feeds.wake(id)
    }
    return { data: listOf(saved) }
  })
}

/** Returns the changes as they are stored. Throws VALIDATION with a sentence about the first that is wrong. */
function checkedChanges(
  changes: readonly PronunciationChange[],
  characters: ReadonlySet<string>,
): PronunciationChange[] {
  const keys = new Set<string>()
  return changes.map((given) => {
    const { character } = given
    if (character !== undefined && !characters.has(character))
      throw invalid(`This script has no character "${character.slice(0, 80)}"`)
    const change = checkedChange(given)
    const key = pronunciationKey(change)
    if (keys.has(key)) throw invalid(`"${isolated(change.word)}" is listed twice. Remove one and try again.`)
    keys.add(key)
    return change
  })
}

function checkedChange(given: PronunciationChange): PronunciationChange {
  const { said } = given
  if (said === null) {
    const word = checkedWord(given.word)
    if (word === undefined) throw invalid('The word has no letter or digit. Enter a word.')
    return { ...given, word }
  }
  const result = checkedPronunciation({ word: given.word, ...said })
  if ('problem' in result)
    throw invalid(
      result.on === 'word' ? result.problem : `"${isolated(plainName(given.word))}": ${result.problem}`,
    )
  const { word, says, as } = result.checked
  return { ...given, word, said: { says, as } }
}
