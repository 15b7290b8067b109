/**
 * Letters that look like Latin ones, after Unicode's confusables (UTS #39), each string with what its letters look like. Letters
 * that are other forms of a Latin one (full width, mathematical, circled) are not here: NFKD replaces them.
 */
const LOOK_ALIKES: readonly (readonly [letters: string, latin: string])[] = [
  // Cyrillic
  ['АВЕЅІЈКМНОРСТУҮХԚԜԀҒӀЬ', 'ABESIJKMHOPCTYYXQWDFlb'],
  ['авеѕіјкмнорстуүхԛԝԁһӏьгпѵҽ', 'abesijkmhopctyyxqwdhlbrnve'],
  // Greek
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ', 'ABEZHIKMNOPTYXJ'],
  ['αβγεηικνορςστυχωϳ', 'abyenikvopcotuxwj'],
  // Coptic
  ['ⲀⲂⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬ', 'ABHIKMNOPCTYX'],
  ['ⲁⲃⲏⲓⲕⲙⲛⲟⲣⲥⲧⲩⲭ', 'abhikmnopctyx'],
  // Armenian
  ['ՍՕՏԼաօհոսցգզյ', 'UOSLwohnugqqj'],
  // Cherokee
  ['ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᏔᏃᎡ', 'ABCDEGHIJKLMPRSTVWZR'],
  // Lisu
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'],
  // Latin, among them small capitals
  ['ıɑɡɩøđłħŧɛʟᴀʙᴄᴅᴇꜰɢʜɪᴊᴋᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'iagiodlhtelabcdefghijkmnoprstuvwyz'],
]

const LATIN = new Map(
  LOOK_ALIKES.flatMap(([letters, latin]) => [...letters].map((letter, n) => [letter, latin[n]!] as const)),
)

/** Text in small letters, with every letter as the Latin one that it looks like, and those that look alike in many fonts as one. */
export const plainLetters = (text: string): string =>
  [...text]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
