/** English voices of eSpeak NG; the other local ones have no sounds of their own for IPA. */
const TAKES_IPA = /^(?:kokoro:|azure:|local:espeak-en-)/

/** Whether a voice speaks IPA; others speak a respelling, or the word as it is written. */
export const takesIpa = (voiceId: string): boolean => TAKES_IPA.test(voiceId)
