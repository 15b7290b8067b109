/** At what begins a word, its own beginning: a capital stays one. */
const like = (word: string, said: string) =>
  word.charAt(0) === word.charAt(0).toLowerCase() ? said : said.charAt(0).toUpperCase() + said.slice(1)

const PERSON = String.raw`(?:I|you|he|she|it|we|they|who)`
const END = String.raw`(?=\s*(?:[.,;:!?…—”"]|$))`

const BEGINNING = String.raw`(?<=(?:^|[.!?…—“"(])\s*)`

/**
 * Words of two sounds, with neighbors that decide and a word that has that sound alone.
 * Those that are no words are in data/words.json.
 */
const RULES: readonly (readonly [neighbours: string, said: string])[] = [
  // The metal.
  [
    String.raw`\blead(?= (?:pipes?|paint|poisoning|bullets?|weights?|balloon|shot|apron|coffin|crystal|slugs?|ingots?|solder|foil)\b)`,
    'led',
  ],
  [String.raw`(?<=\b(?:full of|filled with|made of|heavy as|like|with) )lead${END}`, 'led'],
  [String.raw`(?<=\bthe )lead(?= out\b)`, 'led'],
  // Of eyes.
  [String.raw`(?<=\beyes )tear(?= up\b)`, 'tier'],
  [String.raw`(?<=\beyes )tears(?= up\b)`, 'tiers'],
  [String.raw`(?<=\beyes (?:are |were |begin |start |started )?)tearing(?= up\b)`, 'tiering'],
  [String.raw`(?<=\b${PERSON} )tear(?= up${END})`, 'tier'],
  [String.raw`(?<=\b${PERSON} )tears(?= up${END})`, 'tiers'],
  [String.raw`(?<=\b${PERSON}(?:'s|'re|'m| is| are| was| were) )tearing(?= up${END})`, 'tiering'],
  // Of a body, and of a ship.
  [
    String.raw`(?<=\b(?:takes?|took|taking|gives?|gave) (?:a|an|his|her|their|your|our|one|the) (?:\p{L}+ )?)bows?\b(?! tie| and arrow)`,
    'bough',
  ],
  [
    String.raw`(?<=\b(?:deep|low|slight|polite|formal|mock|curt|courtly|sweeping|final) )bow\b(?! tie)`,
    'bough',
  ],
  [String.raw`(?<=\b(?:ship's|boat's|port|starboard|across the|across our|across their) )bow\b`, 'bough'],
  [
    String.raw`\bbow(?= of (?:the|a|his|her|their|our) (?:ship|boat|vessel|yacht|canoe|ferry|dinghy|barge|trawler)\b)`,
    'bough',
  ],
  [String.raw`\bbowed\b(?! legs?\b| instruments?\b)`, 'bowwed'],
  [String.raw`${BEGINNING}bow(?= (?:to|before|down)\b)`, 'bough'],
  // What is done to a clock.
  [String.raw`${BEGINNING}wind(?= (?:it|the|that|this|your|his|her|up)\b)`, 'whined'],
  // Very small.
  [
    String.raw`(?<=\b(?:a|the|in|every|most|of|some|with) )minute(?= (?:details?|amounts?|quantit(?:y|ies)|particles?|traces?|fractions?|cracks?|differences?)\b)`,
    'mynute',
  ],
  // Pleased.
  [String.raw`(?<!\bthe )\bcontent(?= (?:with|to)\b)`, 'kontent'],
  [
    String.raw`(?<=\b(?:am|is|are|was|were|be|been|feels?|felt|seems?|seemed|looks?|looked|perfectly|quite|so|very)(?: so| very| quite)? |'(?:s|re|m) )content${END}`,
    'kontent',
  ],
  // To leave, and what is deserved.
  [String.raw`(?<=\b${PERSON} )deserts\b`, 'desserts'],
  [String.raw`(?<=\bjust )deserts\b`, 'desserts'],
  // The instrument.
  [
    String.raw`\bbass(?= (?:player|guitar|guitarist|drums?|lines?|notes?|clef|solo|voice|beats?|thumps?|drops?|riff|pounds|booms|throbs|pulses)\b)`,
    'base',
  ],
  [
    String.raw`(?<=\b(?:plays?|playing|played|double|upright|electric|on|and|the|thumping|pounding|heavy|deep) )bass\b(?! fish| boat| lake)`,
    'base',
  ],
  [
    String.raw`(?<=\b(?:${PERSON}|and|\p{Lu}\p{Ll}+) )dove(?= (?:into|under|in|off|for|behind|through|headfirst|right|out|beneath|after|over)\b)`,
    'doave',
  ],
  // A quarrel.
  [
    String.raw`(?<=\b(?:had|have|having|has) (?:a|another) (?:\p{L}+ )?)row(?= (?:with|about|over)\b|\s*(?:[.,;:!?…—”"]|$))`,
    'rouw',
  ],
  [String.raw`(?<=\b(?:my|your|his|her|our|their|whose) )resume\b`, 'résumé'],
  [String.raw`\bpresent(?= arms\b)`, 'prizent'],
  [String.raw`\baged(?= (?:man|men|woman|women|mother|father|parents|face|hands?)\b)`, 'agedd'],
]
const COMPILED = RULES.map(([neighbours, said]) => [new RegExp(neighbours, 'giu'), said] as const)
/** Most texts have none. */
const ANY = /lead|tear|bow|wind|minute|content|desert|bass|dove|row|resume|present|aged/i

/** "A lead pipe" is "a led pipe". */
export const plainHeteronyms = (text: string): string =>
  ANY.test(text)
    ? COMPILED.reduce(
        (plain, [neighbours, said]) => plain.replace(neighbours, (word) => like(word, said)),
        text,
      )
    : text
