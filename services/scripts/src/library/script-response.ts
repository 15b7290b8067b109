import type { CharacterAssignment, Script } from '@andscene/contracts/script'
import type { Static } from 'typebox'
import type { ScriptHead } from '../store/script-store.ts'

/** `{ success, data: { script } }` as text, with the lines as the JSON text they are: a long script is not walked for it. */
export function scriptResponse(head: ScriptHead, linesJson: string): string {
  const { narrationVoiceId, sceneHeadingVoiceId } = head.casting
  const script: Omit<Script, 'content'> = {
    _id: head.id,
    title: head.title,
    characterCount: head.characters.length,
    pages: head.pages,
    lineCount: head.lineCount,
    uploadedAt: head.uploadedAt.toISOString(),
    ...(narrationVoiceId === undefined ? {} : { narrationVoiceId }),
    ...(sceneHeadingVoiceId === undefined ? {} : { sceneHeadingVoiceId }),
  }
  const characters = JSON.stringify(head.characters.map((character) => assignment(head, character)))
  const fields = JSON.stringify(script).slice(0, -1)
  return `{"success":true,"data":{"script":${fields},"content":{"lines":${linesJson},"characters":${characters}}}}}`
}

const assignment = ({ casting }: ScriptHead, character: string): Static<typeof CharacterAssignment> =>
  Object.hasOwn(casting.characterAssignments, character)
    ? { character, voiceId: casting.characterAssignments[character]! }
    : { character }
