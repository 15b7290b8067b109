import { byRows, type TokenClass } from '../token-class.ts'

/** Dashes are a pause. */
export const dashes: TokenClass = {
  name: 'dashes',
  find: byRows([
    // A dash is a pause, and at the end an interrupted sentence.
    [/(?<![-–—])\s?(?:--[-–—]*|—[-–—]*|\s–)\s?$/g, '...'],
    [/^(?:--[-–—]*|—[-–—]*|–)\s?/g, ''],
    [/\s?(?:--[-–—]*|—[-–—]*)(?:\s(?![([{]))?|\s–\s/g, ', '],
    [/(?<=[\p{L}.!?"')]) - (?=[\p{L}\d"'(])|(?<=\d) - (?=\p{L})/gu, ', '],
  ]),
}
