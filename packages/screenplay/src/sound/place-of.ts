import type { Place } from '@andscene/contracts/own-sound'

/** What a cue and the parentheticals below it reveal about where the speaker is heard. */
export type CuePlace = {
  /** The cue has O.S., V.O. or the like, or names a place. */
  isOffScreen: boolean
  place?: Place | undefined
}

/** Longer texts are not extensions. */
const LIMIT = 120

const PHONE =
  '(?:(?:tele|cell|car|pay|speaker|mobile|sat|satellite|smart|burner|desk)[ -]?)?phone(?: speaker| line| call)?|cell|mobile|speaker|receiver|handset|earpiece|headset|voice[ -]?mail|answering machine|machine'
const RADIO =
  '(?:(?:police|car|two[ -]way|c b|cb|ham|hand|shortwave) )?radio(?: speaker)?|walkie(?:[ -]talkie)?|comm?s?|c ?b|intercom|p ?a(?: system)?|public address(?: system)?|loud ?speakers?|bull ?horn|megaphone|t ?v|television|scanner|tannoy'
const DEVICE = new RegExp(`^(?:(?<phone>${PHONE})|(?<radio>${RADIO}))(?<rest>.*)$`)
const ARTICLE = /^(?:the|a|an|his|her|their|my|your) /
/** The device is between the speaker and the listener. */
const HEARD = /^(?:heard |still |now |coming )?(?<how>on|over|via|through|thru|from) /
/** The speaker is here, and speaks to the device. */
const SPOKEN_TO = /^(?:back |still |then )?(?:into|in|to|at) /
const REST = /^(?: (?:voice|filtered|filter|distorted|v ?o|o ?[sc]|cont ?d))*$/
const FILTERED = /^(?:voice )?(?:is )?filter(?:ed)?(?: voice)?$/
const DOOR =
  /^(?:heard )?(?:from )?(?:through|thru|behind|(?:on )?(?:the )?other side of)(?: (?:the|a|an|his|her|their|closed|locked|shut|front|back|bathroom|bedroom|cell|apartment|wooden|steel|metal)){0,3} (?:door|wall)$/
const ELSEWHERE: readonly [RegExp, NonNullable<CuePlace['place']>][] = [
  [/^por (?:el )?tel[eé]fono$/, 'phone'],
  [/^(?:por (?:la )?radio|à la radio|über funk)$/, 'radio'],
  [/^(?:à travers la porte|durch die tür|(?:a través|detrás) de la puerta)$/, 'door'],
]
const OFF_SCREEN = /(?:^| )(?:o ?[sc]|off[ -]?(?:screen|camera|stage))(?= |$)/
const VOICE_OVER = /(?:^| )(?:v ?o|voice[ -]?over|voix off)(?= |$)|^off$/
const PRE_LAP = /^pre[ -]?lap/
/** The speaker comes in. */
const ENTERS =
  /^(?:enter(?:s|ing)|com(?:es|ing) in|walk(?:s|ing) in|step(?:s|ping) in|emerg(?:es|ing)|appear(?:s|ing))(?: |$)/

const BRACKETED = /[([（]([^)\]）]{0,120})/g
/** "ANNA O.S.", without brackets. */
const BARE = /[\s,–—-](?<extension>[ov]\. ?[osc]\.?)\s*$/i
/** "VOICE ON PHONE" is a name, and heard as it says. */
const VOICE_ON = /^(?:\w+ )?voice (?<device>(?:on|over) .+)$/

/** Lower case, without dots and apostrophes: "V.O." is "v o". */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\bt\.\s?v\b\.?/g, 'tv')
    .replace(/['’.]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const partsOf = (text: string) =>
  text
    .slice(0, LIMIT)
    .split(/[,;:/()–—]| - |\band\b/)
    .map(plain)

type Hint =
  { kind: 'heard'; place: NonNullable<CuePlace['place']>; isSure: boolean } | { kind: 'here' | 'enters' }

/** Removes "V.O." and the like, which may stand before or after the device: "V.O. ON PHONE". */
const withoutMarks = (part: string) =>
  part.replace(/^(?:(?:v ?o|o ?[sc]) )+/, '').replace(/(?: (?:v ?o|o ?[sc]|cont ?d|continued))+$/, '')

function hintIn(written: string): Hint | undefined {
  const part = withoutMarks(written)
  if (ENTERS.test(part)) return { kind: 'enters' }
  if (DOOR.test(part)) return { kind: 'heard', place: 'door', isSure: true }
  if (FILTERED.test(part)) return { kind: 'heard', place: 'phone', isSure: true }
  const other = ELSEWHERE.find(([pattern]) => pattern.test(part))
  if (other) return { kind: 'heard', place: other[1], isSure: true }
  const spoken = SPOKEN_TO.exec(part)
  if (spoken) return deviceIn(part.slice(spoken[0].length)) && { kind: 'here' }
  const heard = HEARD.exec(part)
  const place = deviceIn(part.slice(heard?.[0].length ?? 0))
  if (!place) return undefined
  // "(on phone)" below a cue may also be the speaker's own phone.
  return { kind: 'heard', place, isSure: heard !== null && heard.groups?.['how'] !== 'on' }
}

function deviceIn(text: string): 'phone' | 'radio' | undefined {
  const { phone, radio, rest = '' } = DEVICE.exec(text.replace(ARTICLE, ''))?.groups ?? {}
  if (!REST.test(rest)) return undefined
  return phone ? 'phone' : radio ? 'radio' : undefined
}

/**
 * Returns where the speaker of a cue is heard, as far as the cue and the parentheticals so far say (product §5). Prefers
 * nothing to a wrong place: a plain V.O. is a narration, and a speaker into a phone is here.
 */
export function placeOf(cue: string, parentheticals: readonly string[] = []): CuePlace {
  const text = cue.slice(0, 2 * LIMIT)
  const extensions = [...text.matchAll(BRACKETED)].map(([, inside = '']) => inside)
  const bare = BARE.exec(text)?.groups?.['extension']
  const parts = [...extensions, ...(bare ? [bare] : [])].flatMap(partsOf)
  const voice = VOICE_ON.exec(plain(text.replace(BRACKETED, ' ').replace(/[)\]）]/g, ' ')))
  // A pre-lap is heard before its scene, from no other room.
  const isOff = parts.some((part) => OFF_SCREEN.test(part)) && !parts.some((part) => PRE_LAP.test(part))
  const isMarked = isOff || parts.some((part) => VOICE_OVER.test(part))
  let device: CuePlace['place']
  let isHere = false
  const read = (hint: Hint | undefined, isTrusted: boolean) => {
    if (hint?.kind === 'heard') {
      if (isTrusted || hint.isSure) device = hint.place
    } else if (hint) {
      device = undefined
      isHere ||= hint.kind === 'enters'
    }
  }
  for (const part of [...(voice ? [voice.groups!['device']!] : []), ...parts]) read(hintIn(part), true)
  for (const part of parentheticals.flatMap(partsOf)) read(hintIn(part), isMarked)
  if (isHere) return { isOffScreen: false }
  const place = device ?? (isOff ? 'door' : undefined)
  return { isOffScreen: isMarked || place !== undefined, ...(place && { place }) }
}
