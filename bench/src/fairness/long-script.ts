import type { FakeScript } from '@andscene/tts/testing/scripts-stub'

const LINES = 50_000
const WORDS = 'the lamp turns slowly over black water while no one in the village below looks up'.split(' ')

/** 50,000 lines of about 150 characters, each different: the longest script that an upload may hold. */
export function longScript(ownerId = 'owner'): FakeScript {
  return {
    ownerId,
    lines: Array.from({ length: LINES }, (_, n) => ({
      _id: `line-${n}`,
      type: n % 3 === 0 ? 'Dialogue' : 'Action',
      text: `${n}: ${Array.from({ length: 26 }, (_word, k) => WORDS[(n * 7 + k * 3) % WORDS.length]).join(' ')}.`,
      ...(n % 3 === 0 ? { character: `CHARACTER ${n % 20}` } : {}),
    })),
    casting: {
      characterAssignments: Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`CHARACTER ${n}`, n % 2 ? 'test:one' : 'test:two']),
      ),
      narrationVoiceId: 'test:one',
    },
    castingVersion: 1,
  }
}
