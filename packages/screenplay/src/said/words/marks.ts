import { byRows, type TokenClass } from '../token-class.ts'

/** Marks that are no words: emphasis of plain-text formats, slashes, dashes. */
export const marks: TokenClass = {
  name: 'marks',
  find: byRows([
    [/(?<![\p{L}\p{N}])[*_]+(?=\S)|(?<=\S)[*_]+(?![\p{L}\p{N}])/gu, ''],
    // Overlapping speech ("/grown up") and "and/or".
    [/(?<=\p{L})\/(?=\p{L})|(?<![\p{L}\p{N}])\/(?=\p{L})|(?<=\p{L})\/(?![\p{L}\p{N}])/gu, ' '],
    // A dash is a pause, and at the end an interrupted sentence.
    [/\s?(?:--[-–—]*|—[-–—]*|\s–)\s?$/g, '...'],
    [/^(?:--[-–—]*|—[-–—]*|–)\s?/g, ''],
    [/\s?(?:--[-–—]*|—[-–—]*)\s?|\s–\s/g, ', '],
    [/(?<=[\p{L}.!?"')]) - (?=[\p{L}\d"'(])|(?<=\d) - (?=\p{L})/gu, ', '],
  ]),
}
