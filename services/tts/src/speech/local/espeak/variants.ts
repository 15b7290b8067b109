import type { Voice } from '@andscene/contracts/voice'

/** A way of speaking that eSpeak NG lays over any language. */
export type Variant = {
  gender: Voice['gender']
  styles: string[]
  personalities: string[]
  /** Measured in English at {@link RATE}, without the silence at the ends. */
  wordsPerMinute: number
}

/** What the engine is asked for, in its own words per minute. */
export const RATE = 155

const variant = (
  gender: Voice['gender'],
  styles: string,
  personalities: string,
  wordsPerMinute: number,
): Variant => ({ gender, styles: styles.split(' '), personalities: personalities.split(' '), wordsPerMinute })

/** By the name of the variant's file in the engine. */
export const VARIANTS = {
  f1: variant('female', 'mature conversational', 'husky wry', 174),
  f2: variant('female', 'conversational', 'clear soft', 175),
  f3: variant('female', 'conversational youthful', 'lively soft', 179),
  f4: variant('female', 'narration', 'calm clear', 174),
  f5: variant('female', 'conversational', 'gentle breathy', 176),
  Alicia: variant('female', 'narration youthful', 'bright measured', 155),
  Andrea: variant('female', 'youthful', 'bright brisk', 206),
  Annie: variant('female', 'conversational', 'expressive lively', 179),
  anika: variant('female', 'youthful', 'bright eager', 207),
  aunty: variant('female', 'mature', 'frail stern', 174),
  belinda: variant('female', 'conversational youthful', 'bright even', 180),
  grandma: variant('female', 'elderly', 'frail expressive', 179),
  linda: variant('female', 'conversational', 'bright even', 175),
  steph: variant('female', 'narration', 'calm even', 179),
  whisperf: variant('female', 'whispering', 'secretive', 176),
  m1: variant('male', 'mature', 'gruff deep', 178),
  m2: variant('male', 'narration', 'even steady', 177),
  m3: variant('male', 'conversational', 'clear steady', 180),
  m4: variant('male', 'narration mature', 'calm deep', 169),
  m5: variant('male', 'conversational', 'even plain', 178),
  m6: variant('male', 'narration', 'plain steady', 178),
  m7: variant('male', 'conversational', 'lively strong', 178),
  m8: variant('male', 'narration mature', 'deep calm', 177),
  adam: variant('male', 'narration robotic', 'crisp formal', 181),
  Alex: variant('male', 'conversational', 'even dry', 178),
  Andy: variant('male', 'conversational', 'calm even', 170),
  AnxiousAndy: variant('male', 'conversational', 'flat anxious', 141),
  announcer: variant('male', 'announcer robotic', 'deep formal', 175),
  croak: variant('male', 'elderly', 'hoarse frail', 177),
  david: variant('male', 'mature robotic', 'deep grave', 181),
  Demonic: variant('male', 'character', 'menacing rough', 157),
  Denis: variant('male', 'conversational', 'warm deep', 178),
  ed: variant('male', 'youthful', 'lively bright', 178),
  Gene: variant('male', 'narration', 'steady strong', 177),
  grandpa: variant('male', 'elderly', 'frail kind', 178),
  ian: variant('male', 'narration mature', 'deep dry', 177),
  Lee: variant('male', 'conversational', 'calm measured', 169),
  Mario: variant('male', 'conversational', 'strong lively', 178),
  Michael: variant('male', 'conversational', 'strong warm', 178),
  Mike: variant('male', 'mature', 'deep easy-going', 177),
  Nguyen: variant('male', 'youthful', 'bright expressive', 178),
  pablo: variant('male', 'youthful conversational', 'bright friendly', 178),
  paul: variant('male', 'mature', 'deep strong', 178),
  Reed: variant('male', 'conversational', 'breathy gentle', 181),
  robosoft6: variant('neutral', 'robotic', 'flat cold', 178),
  shelby: variant('neutral', 'youthful conversational', 'expressive playful', 179),
  Storm: variant('male', 'announcer', 'deep commanding', 178),
  travis: variant('male', 'conversational', 'rough strong', 178),
  UniRobot: variant('neutral', 'robotic', 'mechanical brisk', 211),
  victor: variant('male', 'narration', 'soft even', 177),
  whisper: variant('male', 'whispering', 'secretive', 178),
} satisfies Record<string, Variant>
export type VariantName = keyof typeof VARIANTS
