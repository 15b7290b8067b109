import { isPlaceholder } from './placeholder.ts'
import { quotedWords, unquoted } from './quotes.ts'

const NUMBER =
  '(?:\\d{1,4}(?:[x.-]\\d{1,3})?[a-z]?|\\d[\\da-z]{1,7}|[ivx]{1,5}|#+|x{2,3}|tbd|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)'
const NO = '(?:number|nummer|no\\.?|nr\\.?|núm\\.?|n°|#)'
const EPISODE =
  '(?:episode|épisode|episodio|episódio|episodi|folge|aflevering|avsnitt|afsnit|jakso|odcinek|epizoda|серия|эпизод|eps?)\\.?'
const SEASON = '(?:season|series|staffel|saison|temporada|stagione|seizoen|säsong|sezon|сезон)'

const SEASON_PART = `${SEASON}\\s?(?:${NO}\\s?)?${NUMBER}`
const EPISODE_PART = `${EPISODE}\\s?[:：]?\\s?(?:${NO}\\s?)?[:：]?\\s?${NUMBER}`
const CODE = `(?:s\\d{1,2}\\s?\\.?e\\d{1,3}|e\\d{1,3}|\\d{1,2}x\\d{1,2}|#\\s?\\d[\\da-z]{0,7})`
const MARK = `(?:${SEASON_PART}[\\s,;:/–—-]{0,3})?(?:${EPISODE_PART}|${CODE})`

const NUMBERED = new RegExp(`^(?:${MARK}|${SEASON_PART})$`, 'iu')
const NAMED = new RegExp(`^${MARK}(?:\\s?[:：–—-]\\s?(.+)|\\s?(["“«„].+))$`, 'iu')
const KEYED = new RegExp(`^(?:title of )?${EPISODE}(?:\\s(?:title|name|titel))?\\s?[:：]\\s?(.+)$`, 'iu')
const BEHIND = new RegExp(`^(["“«„].+["”»])[\\s,(–—-]{1,4}${MARK}\\)?$`, 'iu')
/** Every first episode has this name. */
const PILOT =
  /^(?:the )?(?:series )?(?:pilot|piloto|pilotfolge|pilote)(?: (?:episode|script))?(?:[,:]? (?:part|pt\.?) \p{L}?\w{0,4})?$/iu
const PART = new RegExp(
  `^(?:part|volume|vol\\.|chapter|book|teil|parte|partie|deel|часть)\\s?${NUMBER}$`,
  'iu',
)
const NUMBER_ONLY = new RegExp(`^(?:${NO}\\s?)?${NUMBER}$`, 'iu')

/** The name of an episode, empty where the line has only a number or the name of every pilot. */
export const episodeOf = (text: string): { name: string } | undefined => {
  if (NUMBERED.test(text) || PILOT.test(unquoted(text))) return { name: '' }
  const named = NAMED.exec(text)
  const words = named?.[1] ?? named?.[2] ?? KEYED.exec(text)?.[1] ?? BEHIND.exec(text)?.[1]
  if (words === undefined) return undefined
  const name = quotedWords(words) ?? words
  return { name: isPlaceholder(name) || PILOT.test(name) || NUMBER_ONLY.test(name) ? '' : name }
}

export const quotedEpisode = (text: string): { name: string } | undefined => {
  const name = quotedWords(text)
  if (name === undefined) return undefined
  const numbered = episodeOf(name)
  if (numbered) return numbered
  return {
    name: isPlaceholder(name) || /^episode\b.{0,8}$/iu.test(name) || NUMBER_ONLY.test(name) ? '' : name,
  }
}

export const isPilot = (text: string): boolean => PILOT.test(unquoted(text))
/** "Part Two", "Vol. 1": a piece of the title above. */
export const isPart = (text: string): boolean => PART.test(text)
