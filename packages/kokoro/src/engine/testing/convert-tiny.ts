import { convertModel as convertIn } from '../convert/convert-model.ts'

const PIECES = 5

/** For an installing process: the tiny model is too small for all pieces. */
export const convertModel = (file: string, folder: string): Promise<void> => convertIn(file, folder, PIECES)
